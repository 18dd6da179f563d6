/** What of the frame is open on this device; remembered. */
import { useSyncExternalStore } from "react";

export type Section = "favourites" | "recents" | "shared" | "notes" | "tags";

export interface Layout {
  sidebar: boolean;
  /** Pixels. */
  sidebarWidth: number;
  /** Sections of the sidebar that are folded away. */
  folded: Section[];
  /** Sections of which all rows are shown. */
  whole: Section[];
  rail: boolean;
  railTab: "outline" | "links" | "versions" | "graph" | "ask" | "info";
  /** Whether the drawer covers the page on a narrow screen; not remembered. */
  drawer: boolean;
}

export const WIDTHS = { least: 200, usual: 260, most: 420 };

const KEY = "notesvc.layout";
const USUAL: Layout = {
  sidebar: true,
  sidebarWidth: WIDTHS.usual,
  folded: ["tags"],
  whole: [],
  rail: false,
  railTab: "outline",
  drawer: false,
};
const listeners = new Set<() => void>();
let present = read();

function read(): Layout {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Layout>), drawer: false };
  } catch {
    return USUAL;
  }
}

export const layout = {
  get: () => present,
  change(some: Partial<Layout>): void {
    present = { ...present, ...some };
    localStorage.setItem(KEY, JSON.stringify(present));
    for (const tell of listeners) tell();
  },
  fold(section: Section, isFolded: boolean): void {
    const others = present.folded.filter((each) => each !== section);
    layout.change({ folded: isFolded ? [...others, section] : others });
  },
  show(section: Section, isWhole: boolean): void {
    const others = present.whole.filter((each) => each !== section);
    layout.change({ whole: isWhole ? [...others, section] : others });
  },
};

export function useLayout(): Layout {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => present,
  );
}

/** The width as it may be: whole pixels between the least and the most. */
export const fitting = (width: number): number =>
  Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, width)));
