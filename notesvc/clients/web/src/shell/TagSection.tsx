/** Tags with their colours and counts; those below a tag fold away under it. */
import { IconChevronRight } from "@tabler/icons-react";
import { useMemo } from "react";
import { Link, useLocation } from "wouter";
import { to } from "../addresses";
import { TagDot } from "../pages/parts/TagMark";
import { type TagRow, tagRows } from "../pages/tags/tree";
import { useTags } from "../state/tags";
import { t } from "../words";
import { Section } from "./Section";
import { opened, useOpened } from "./tree/opened";

const MOST = 100;

export function TagSection() {
  const tags = useTags().data;
  const open = useOpened();
  const all = useMemo(() => tagRows(tags ?? [], "name"), [tags]);
  const rows = useMemo(() => all.filter((row) => isInView(row.tag, open)), [all, open]);
  if (all.length === 0) return null;
  return (
    <Section id="tags" name={t("shell.tags")}>
      <ul className="sidebar-list">
        {rows.slice(0, MOST).map((row) => (
          <Row key={row.tag} row={row} hasBelow={all.some(({ tag }) => tag.startsWith(`${row.tag}/`))} />
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

function Row({ row, hasBelow }: { row: TagRow; hasBelow: boolean }) {
  const [path] = useLocation();
  const isOpen = useOpened().has(keyOf(row.tag));
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
        aria-current={path === to.tag(row.tag) ? "page" : undefined}
      >
        <span className="sidebar-icon">
          <TagDot color={row.color} />
        </span>
        <span dir="auto">{row.label}</span>
        {!row.isOnlyParent && <span className="sidebar-count">{row.count}</span>}
      </Link>
    </li>
  );
}

const keyOf = (tag: string) => `tag:${tag}`;

/** Whether all tags above are open. */
function isInView(tag: string, open: ReadonlySet<string>): boolean {
  const parts = tag.split("/");
  return parts.slice(0, -1).every((_, at) => open.has(keyOf(parts.slice(0, at + 1).join("/"))));
}
