/** The eight colours a tag may have: one lightness, one strength, eight hues. */
import type { Words } from "../../i18n/keys";

export type HueName = Exclude<keyof Words["pages"]["hue"], "title" | "choose" | "none">;

export const HUES: { name: HueName; color: string }[] = [
  { name: "red", color: "#c7756e" },
  { name: "orange", color: "#c07d4d" },
  { name: "yellow", color: "#a38e3c" },
  { name: "green", color: "#64a066" },
  { name: "teal", color: "#1fa3a3" },
  { name: "blue", color: "#5b93cd" },
  { name: "purple", color: "#9980c6" },
  { name: "pink", color: "#bf7498" },
];

/** The name of a colour, where it is one of the eight. */
export function nameOf(color: string | null): HueName | undefined {
  return HUES.find((hue) => hue.color === color?.toLowerCase())?.name;
}
