/** How the app looks on this device: kept here, not on the service, because screens differ. */
import { useSyncExternalStore } from "react";
import { type Language, languageOfBrowser } from "../i18n";

export interface Appearance {
  scheme: "auto" | "light" | "dark";
  /** Hue of the accent in OKLCH, in degrees. */
  accent: number;
  noteFont: "sans" | "serif" | "mono";
  language: Language;
  direction: "auto" | "ltr" | "rtl";
}

const KEY = "notesvc.appearance";
const USUAL: Appearance = {
  scheme: "auto",
  accent: 255,
  noteFont: "sans",
  language: languageOfBrowser(),
  direction: "auto",
};
const listeners = new Set<() => void>();
let present = read();

function read(): Appearance {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Appearance>) };
  } catch {
    return USUAL;
  }
}

export const appearance = {
  get: (): Appearance => present,
  change(some: Partial<Appearance>): void {
    present = { ...present, ...some };
    localStorage.setItem(KEY, JSON.stringify(present));
    wear(present);
    for (const tell of listeners) tell();
  },
};

/** The appearance, followed: a component that reads it is shown anew when it changes. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => present,
  );
}

/** Put it on the document. Mantine itself sets the colour scheme. */
export function wear(look: Appearance): void {
  const root = document.documentElement;
  root.style.setProperty("--accent-hue", String(look.accent));
  root.style.setProperty("--font-note", `var(--font-${look.noteFont})`);
  root.lang = look.language;
  root.dir = look.direction === "auto" ? "ltr" : look.direction;
}
