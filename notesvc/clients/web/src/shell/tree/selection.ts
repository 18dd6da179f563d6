/** Which row of the tree has the keys, and which are chosen together. */
import { useCallback, useMemo, useState } from "react";
import type { Row } from "./rows";

export interface Selection {
  activeId: string | null;
  chosen: ReadonlySet<string>;
  /** What an action on `row` is about: all chosen rows where it is one of them, else it alone. */
  about(row: Row): Row[];
  /** Make it the active row alone. */
  to(id: string | null): void;
  toggle(id: string): void;
  extendTo(id: string): void;
  clear(): void;
}

const NOTHING: ReadonlySet<string> = new Set();

export function useSelection(rows: readonly Row[]): Selection {
  const [activeId, setActive] = useState<string | null>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [chosen, setChosen] = useState(NOTHING);

  const to = useCallback((id: string | null) => {
    setActive(id);
    setAnchor(id);
    setChosen(NOTHING);
  }, []);
  const toggle = useCallback(
    (id: string) => {
      setChosen((before) => {
        const next = new Set(before.size === 0 && activeId !== null ? [activeId] : before);
        if (before.has(id)) next.delete(id);
        else next.add(id);
        return next;
      });
      setActive(id);
      setAnchor(id);
    },
    [activeId],
  );
  const extendTo = useCallback(
    (id: string) => {
      setChosen(new Set(between(rows, anchor ?? id, id)));
      setActive(id);
    },
    [rows, anchor],
  );
  const about = useCallback(
    (row: Row) => (chosen.has(row.id) ? rows.filter((one) => chosen.has(one.id)) : [row]),
    [rows, chosen],
  );
  const clear = useCallback(() => setChosen(NOTHING), []);
  return useMemo(
    () => ({ activeId, chosen, about, to, toggle, extendTo, clear }),
    [activeId, chosen, about, to, toggle, extendTo, clear],
  );
}

/** The ids of all rows from the one to the other, whichever stands first. */
function between(rows: readonly Row[], one: string, other: string): string[] {
  const places = [one, other].map((id) => rows.findIndex((row) => row.id === id));
  const [first = 0, last = 0] = places.sort((from, until) => from - until);
  return rows.slice(Math.max(first, 0), last + 1).map((row) => row.id);
}
