/** What a device did in a row, in words: "3 notes changed, 1 made". */
import { listed, t } from "../../i18n";
import type { KeyEvent } from "./keys";

const ACTS = ["created", "changed", "deleted", "restored", "others"] as const;

export function inWords(event: KeyEvent): string {
  const counts = event.mirrored ?? {};
  const said = ACTS.flatMap((act) => {
    const count = counts[act];
    return typeof count === "number" && count > 0 ? [t(`settings.activity.mirrored.${act}`, { count })] : [];
  });
  return listed(said);
}

/** The names of the notes, folders and files that it was about last. */
export function namesOf(event: KeyEvent): string[] {
  const names = event.mirrored?.names;
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string") : [];
}
