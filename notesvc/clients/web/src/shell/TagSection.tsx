/** Tags with their colours and counts; those below a tag fold away under it. */
import { IconChevronRight } from "@tabler/icons-react";
import { memo, useMemo } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { useTags } from "../state/tags";
import { type TagRow, tagRows } from "../state/tagTree";
import { Link } from "../ui/Link";
import { TagDot } from "../ui/TagMark";
import { Section } from "./Section";
import { opened, useOpened } from "./tree/opened";
import { useTreeContent } from "./tree/tree";

const MOST = 100;

export function TagSection() {
  const tags = useTags().data;
  const open = useOpened();
  const all = useMemo(() => tagRows(tags ?? [], "name"), [tags]);
  const parents = useMemo(() => new Set(all.flatMap(({ tag }) => above(tag))), [all]);
  const rows = useMemo(
    () => all.filter((row) => above(row.tag).every((tag) => open.has(keyOf(tag)))),
    [all, open],
  );
  const [path] = useLocation();
  // The tree would push it down.
  const { isLoading } = useTreeContent();
  if (all.length === 0 || isLoading) return null;
  return (
    <Section id="tags" name={t("shell.tags")}>
      <ul className="sidebar-list">
        {rows.slice(0, MOST).map((row) => (
          <Row
            key={row.tag}
            row={row}
            hasBelow={parents.has(row.tag)}
            isOpen={open.has(keyOf(row.tag))}
            isHere={path === to.tag(row.tag)}
          />
        ))}
        <li>
          <Link href={to.tags} className="sidebar-place is-quiet">
            <span>{t("shell.allOf")}</span>
          </Link>
        </li>
      </ul>
    </Section>
  );
}

interface RowProps {
  row: TagRow;
  hasBelow: boolean;
  isOpen: boolean;
  isHere: boolean;
}

const Row = memo(function Row({ row, hasBelow, isOpen, isHere }: RowProps) {
  return (
    <li className="sidebar-tag" style={{ "--depth": row.depth }}>
      {hasBelow && (
        <button
          type="button"
          className="sidebar-tag-fold"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? "shell.fold" : "shell.unfold", { name: row.tag })}
          onClick={() => opened.toggle(keyOf(row.tag))}
        >
          <IconChevronRight size={13} stroke={1.8} data-open={isOpen || undefined} />
        </button>
      )}
      <Link
        href={to.tag(row.tag)}
        className="sidebar-place"
        title={`#${row.tag}`}
        aria-current={isHere ? "page" : undefined}
      >
        <span className="sidebar-icon">
          <TagDot tag={row.tag} color={row.shade} />
        </span>
        <span dir="auto">{row.label}</span>
        {!row.isOnlyParent && <span className="sidebar-count">{row.count}</span>}
      </Link>
    </li>
  );
});

const keyOf = (tag: string) => `tag:${tag}`;

/** The tags that this one stands below: of `a/b/c`, `a` and `a/b`. */
function above(tag: string): string[] {
  const parts = tag.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
