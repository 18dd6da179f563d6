/** The filters of a search, each to be taken out by a press; the service draws the same (`text/first_view/search.py`). */
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { t } from "../i18n";
import { filtersToShow, withoutPart } from "./operators";

interface Props {
  query: string;
  onChange: (query: string) => void;
}

const KINDS = {
  tag: "tag",
  person: "person",
  title: "title",
  in: "folder",
  has: "has",
  after: "after",
  before: "before",
} as const;

export function Tokens({ query, onChange }: Props) {
  const filters = filtersToShow(query);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const next = useRef<number | null>(null);
  // What has the focus may be gone: then that before it has it, or the field.
  useLayoutEffect(() => {
    if (next.current === null) return;
    const button = buttons.current[Math.min(next.current, filters.length - 1)];
    next.current = null;
    (button ?? document.querySelector<HTMLElement>("#root .search-box input"))?.focus();
  });
  const take = (at: number, place: number) => {
    next.current = at;
    onChange(withoutPart(query, place));
  };
  const onKeyDown = (event: KeyboardEvent, at: number, place: number) => {
    const isTaken = event.key === "Backspace" || event.key === "Delete";
    if (isTaken) take(at, place);
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key] ?? 0;
    if (step) buttons.current[at + step]?.focus();
    if (isTaken || step) event.preventDefault();
  };
  return filters.map(({ operator, value, isNegated, place }, at) => (
    <button
      key={place}
      ref={(button) => {
        buttons.current[at] = button;
      }}
      type="button"
      className="search-chip search-token"
      onClick={() => take(at, place)}
      onKeyDown={(event) => onKeyDown(event, at, place)}
    >
      <span className="sr-only">{t("shell.searching.takeOut")}</span>{" "}
      {isNegated && <span>{t("shell.searching.not")}</span>}{" "}
      <span>{t(`shell.searching.${KINDS[operator]}`)}</span> <bdi>{value}</bdi>
      <IconX size={14} stroke={1.7} aria-hidden />
    </button>
  ));
}
