/** All tags: filtered, sorted, as a tree. */
import { useState } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { useTags } from "../state/tags";
import { type Order, type TagRow, tagRows } from "../state/tagTree";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { ListBar } from "../ui/ListBar";
import { Rows } from "../ui/Rows";
import { Empty, Shown } from "../ui/States";
import { TagDot } from "../ui/TagMark";
import { NewNote } from "./NewNote";
import { TagColor } from "./tags/TagColor";
import { paint } from "./tags/tag-writing";
import "../ui/row-name.css";
import "./tags/tags.css";

export default function TagsPage() {
  const tags = useTags();
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>("name");
  const count = tags.data?.length;
  return (
    <main className="page">
      <Heading title={t("pages.tags.title")} lead={count ? t("pages.tags.count", { count }) : undefined} />
      <Shown query={tags}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t("pages.tags.emptyTitle")}>
              <p>{t("pages.tags.empty")}</p>
              <NewNote />
            </Empty>
          ) : (
            <div>
              <ListBar
                filter={filter}
                onFilter={setFilter}
                label={t("pages.tags.filter")}
                order={order}
                onOrder={setOrder}
              />
              <TagList rows={tagRows(all, order, filter)} most={Math.max(...all.map(({ count }) => count))} />
            </div>
          )
        }
      </Shown>
    </main>
  );
}

/** `most` is how many notes the tag of the longest bar has. */
function TagList({ rows, most }: { rows: TagRow[]; most: number }) {
  if (rows.length === 0) return <p className="lead">{t("pages.nothingFits")}</p>;
  return (
    <Rows items={rows} keyOf={(row) => row.tag} label={t("pages.tags.title")}>
      {(row) => (
        <div className="tag-row" style={{ "--depth": row.depth }}>
          {row.isOnlyParent ? (
            <span className="tag-row-dot">
              <TagDot tag={row.tag} color={row.shade} />
            </span>
          ) : (
            <TagColor
              isTag
              color={row.color}
              shade={row.shade}
              onChoose={(color) => void paint(row.tag, color)}
              name={row.tag}
            />
          )}
          <Link className="row-name tag-row-name" href={to.tag(row.tag)} title={`#${row.tag}`}>
            <bdi>{row.label}</bdi>
          </Link>
          <span className="tag-row-bar" style={{ "--share": row.count / most }} aria-hidden />
          <span className="tag-row-count">{t("common.notes", { count: row.count })}</span>
        </div>
      )}
    </Rows>
  );
}
