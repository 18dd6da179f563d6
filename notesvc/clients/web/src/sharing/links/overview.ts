/** Which of the public links a list shows, and in which order. */
import type { Share } from "../../state/shares";
import { shownAs } from "./words";

export type Filter = "all" | "active" | "stale" | "closed";

export const FILTERS: Filter[] = ["all", "active", "stale", "closed"];

const isIn: Record<Filter, (share: Share) => boolean> = {
  all: () => true,
  active: (share) => shownAs(share) === "active",
  stale: ({ isStale }) => isStale,
  closed: (share) => !["active", "freezing"].includes(shownAs(share)),
};

/** Those that pass, as they come, but what is revoked at the end. `text` is looked for in title and address. */
export function filtered(shares: readonly Share[], text: string, filter: Filter): Share[] {
  const wanted = folded(text).trim();
  const passed = shares.filter(
    (share) => isIn[filter](share) && `${folded(share.title)} ${folded(share.slug)}`.includes(wanted),
  );
  const isRevoked = ({ state }: Share) => Number(state === "revoked");
  return passed.sort((one, other) => isRevoked(one) - isRevoked(other));
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
