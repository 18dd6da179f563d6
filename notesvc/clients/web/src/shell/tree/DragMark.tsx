/** Where what is dragged would land, and how much it is. */
import { t } from "../../i18n";
import type { Drag } from "./dragging";
import type { Row } from "./rows";

interface Props {
  drag: Drag;
  rows: readonly Row[];
  rowHeight: number;
}

export function DragMark({ drag: { target, moving, x, y }, rows, rowHeight }: Props) {
  const first = moving[0];
  const mark = target?.mark;
  const row = mark ? rows[mark.index] : undefined;
  return (
    <>
      {mark && row && (
        <div
          className={mark.at === "into" ? "tree-mark is-into" : "tree-mark"}
          style={{
            transform: `translateY(${(mark.index + (mark.at === "below" ? 1 : 0)) * rowHeight}px)`,
            "--depth": target.place.parentId === null && mark.at === "below" ? 0 : row.depth,
          }}
        />
      )}
      <div className="tree-carried" style={{ transform: `translate(${x + 12}px, ${y + 8}px)` }}>
        {moving.length > 1
          ? t("shell.tree.moving", { count: moving.length })
          : first?.name || t("common.untitled")}
      </div>
    </>
  );
}
