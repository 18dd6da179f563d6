/** How the app looks on this device: kept here, because screens differ. The account's language stands in for a choice. */
import { useSyncExternalStore } from "react";
import { directionOf, type Language, languageOfBrowser } from "../i18n";
import { type Customs, customs } from "../i18n/dates";

export interface Appearance {
  scheme: "auto" | "light" | "dark";
  /** Hue of the accent in OKLCH, in degrees. */
  accent: number;
  noteFont: "sans" | "serif" | "mono";
  /** Sizes as CSS writes them. */
  noteSize: string;
  noteLine: string;
  measure: string;
  clock: Customs["clock"];
  firstDay: Customs["firstDay"];
  language: Language;
  direction: "auto" | "ltr" | "rtl";
}

/** What was chosen on this device, and the language of the account that was last signed in. */
type Kept = Partial<Appearance> & { accountLanguage?: Language };

const KEY = "notesvc.appearance";
const USUAL: Appearance = {
  scheme: "auto",
  accent: 255,
  noteFont: "sans",
  noteSize: "1.03125rem",
  noteLine: "1.6",
  measure: "44rem",
  ...customs,
  language: languageOfBrowser(),
  direction: "auto",
};
const VARIABLES = {
  "--accent-hue": "accent",
  "--font-note": "noteFont",
  "--note-size": "noteSize",
  "--note-line": "noteLine",
  "--measure": "measure",
} as const;
const listeners = new Set<() => void>();
let kept = read();
let present = lookOf(kept);

function read(): Kept {
  try {
    return { ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept) };
  } catch {
    return {};
  }
}

function lookOf({ accountLanguage, ...chosen }: Kept): Appearance {
  return { ...USUAL, ...(accountLanguage && { language: accountLanguage }), ...chosen };
}

function keep(next: Kept): void {
  kept = next;
  present = lookOf(kept);
  localStorage.setItem(KEY, JSON.stringify(kept));
  wear(present);
  for (const tell of listeners) tell();
}

export const appearance = {
  get: (): Appearance => present,
  change(some: Partial<Appearance>): void {
    keep({ ...kept, ...some });
  },
  /** Somebody is signed in whose account has this language: it is spoken where none was chosen on this device. */
  followAccount(accountLanguage: Language | null): void {
    if (accountLanguage !== null && accountLanguage !== kept.accountLanguage)
      keep({ ...kept, accountLanguage });
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

/** Put it on the document; Mantine itself sets the colour scheme. What is there already stays: a change styles all anew. */
export function wear(look: Appearance): void {
  const { documentElement: root } = document;
  for (const [name, of] of Object.entries(VARIABLES)) {
    // The usual values are those of the style sheets.
    const value =
      look[of] === USUAL[of] ? "" : of === "noteFont" ? `var(--font-${look[of]})` : String(look[of]);
    if (root.style.getPropertyValue(name) !== value) root.style.setProperty(name, value);
  }
  customs.clock = look.clock;
  customs.firstDay = look.firstDay;
  if (root.lang !== look.language) root.lang = look.language;
  const direction = directionIn(look);
  if (root.dir !== direction) root.dir = direction;
}

/** The direction of the app; each note has its own. */
export const directionIn = ({ direction, language }: Appearance): "ltr" | "rtl" =>
  direction === "auto" ? directionOf(language) : direction;
