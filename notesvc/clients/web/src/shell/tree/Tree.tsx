/** Folders and notes, as many as there are: only the rows in view are drawn. */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import { gap, t } from "../../i18n";
import { useLocalNotes } from "../../state/localNotes";
import { usePublic } from "../../state/public";
import { useRowHeight } from "../../ui/narrow";
import { useActs } from "./acts";
import { DragMark } from "./DragMark";
import { type Drag, useDragging } from "./dragging";
import { onTreeKey } from "./keys";
import { opened, useOpened } from "./opened";
import { above, type Row, rowsOf, type Shape } from "./rows";
import { type Selection, useSelection } from "./selection";
import { type Hands, TreeRow } from "./TreeRow";
import { type TreeContent, useTreeContent } from "./tree";
import "./tree.css";

/** Milliseconds. */
const REVEALED_AFTER = 150;

const RowMenu = lazy(() => import("./RowMenu"));

export interface MenuAt {
  row: Row;
  x: number;
  y: number;
}

/** `scroller` is what scrolls; the tree begins `margin` pixels below its top. */
export function Tree({ scroller, margin }: { scroller: RefObject<HTMLElement | null>; margin: number }) {
  const content = useTreeContent();
  if (content.problem)
    return (
      <p className="tree-words" role="alert">
        {t("shell.tree.problem")}
        {gap()}
        <button type="button" className="link-button" onClick={content.retry}>
          {t("common.retry")}
        </button>
      </p>
    );
  if (content.isLoading) return <div className="tree-waiting" aria-hidden="true" />;
  return <Rows content={content} scroller={scroller} margin={margin} />;
}

interface RowsProps {
  content: TreeContent;
  scroller: RefObject<HTMLElement | null>;
  margin: number;
}

function Rows({ content: { shape }, scroller, margin }: RowsProps) {
  const open = useOpened();
  const rows = useMemo(() => rowsOf(shape, open), [shape, open]);
  const place = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const selection = useSelection(rows);
  const acts = useActs();
  const [renaming, setRenaming] = useState<string | null>(null);
  const shownId = useShownId();
  const activeIndex = rows.findIndex((row) => row.id === selection.activeId);
  const virtualizer = useVirtualRows(rows, { scroller, margin, rowHeight, activeIndex });
  const focus = () => place.current?.focus({ preventScroll: true });
  const { menu, openMenu, closeMenu } = useMenu(selection, focus);
  const { drag, onPointerDown } = useDragging({
    shape,
    rows,
    rowHeight,
    tree: place,
    scroller,
    about: selection.about,
    onDrop: (moving, where) => acts.move(moving, where),
    onPress: openMenu,
  });
  useActiveInView(place, virtualizer, activeIndex);
  useRevealed(shownId, shape, rows, virtualizer);
  // The rows are given this once, so that one of them is drawn anew only when it is another.
  const hands = useRef<Hands>(null as never);
  const onRenamed = (row: Row, name: string | null) => {
    setRenaming(null);
    focus();
    if (name !== null && name !== row.name) acts.rename(row, name);
  };
  hands.current = { selection, acts, onPointerDown, onMenu: openMenu, onPressed: focus, onRenamed };
  if (rows.length === 0) return <p className="tree-words">{t("shell.tree.empty")}</p>;
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).closest("input, button")) return;
    const menuOf = (row: Row) => openMenu(row, ...belowRow(row));
    const around = { shape, rows, selection, acts, rename: setRenaming, menu: menuOf };
    if (onTreeKey(event.nativeEvent, around)) event.preventDefault();
  };
  const tree = { place, rows, virtualizer, margin, rowHeight, selection, shownId, renaming, drag, hands };
  return (
    <>
      <TreeRows {...tree} activeIndex={activeIndex} onKeyDown={onKeyDown} />
      {menu && (
        <Suspense fallback={null}>
          <RowMenu
            at={menu}
            about={selection.about(menu.row)}
            shape={shape}
            acts={acts}
            onRename={setRenaming}
            onClose={closeMenu}
          />
        </Suspense>
      )}
    </>
  );
}

/** Keys bring their row into view; clicks are on a row that is. */
function useActiveInView(
  place: RefObject<HTMLElement | null>,
  virtualizer: ReturnType<typeof useVirtualRows>,
  activeIndex: number,
): void {
  useEffect(() => {
    if (activeIndex >= 0 && document.activeElement === place.current) virtualizer.scrollToIndex(activeIndex);
  }, [activeIndex, virtualizer, place]);
}

function useMenu(selection: Selection, focus: () => void) {
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const openMenu = (row: Row, x: number, y: number) => {
    if (!selection.chosen.has(row.id)) selection.to(row.id);
    setMenu({ row, x, y });
  };
  const closeMenu = (goesBack: boolean) => {
    setMenu(null);
    if (goesBack) focus();
  };
  return { menu, openMenu, closeMenu };
}

interface TreeRowsProps {
  place: RefObject<HTMLDivElement | null>;
  rows: Row[];
  virtualizer: ReturnType<typeof useVirtualRows>;
  margin: number;
  rowHeight: number;
  selection: Selection;
  activeIndex: number;
  shownId: string | null;
  renaming: string | null;
  drag: Drag | null;
  hands: RefObject<Hands>;
  onKeyDown: (event: KeyboardEvent) => void;
}

function TreeRows(props: TreeRowsProps) {
  const { place, rows, virtualizer, selection, activeIndex, shownId, drag } = props;
  const publicIds = usePublic();
  const localNotes = useLocalNotes();
  return (
    <div
      ref={place}
      className={drag ? "tree is-dragging" : "tree"}
      role="tree"
      tabIndex={0}
      aria-label={t("shell.tree.name")}
      aria-multiselectable="true"
      aria-description={t("shell.tree.keys")}
      aria-activedescendant={activeIndex >= 0 ? rowId(selection.activeId ?? "") : undefined}
      style={{ blockSize: virtualizer.getTotalSize() }}
      onKeyDown={props.onKeyDown}
      onFocus={(event) => {
        if (event.target !== place.current || activeIndex >= 0) return;
        const shown = rows.find((row) => row.id === shownId) ?? rows[0];
        if (shown && place.current?.matches(":focus-visible")) selection.to(shown.id);
      }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index]!;
        return (
          <TreeRow
            key={key}
            row={row}
            top={start - props.margin}
            isActive={row.id === selection.activeId}
            isChosen={selection.chosen.has(row.id)}
            isShown={row.id === shownId}
            isRenaming={row.id === props.renaming}
            isPublic={publicIds.has(row.id)}
            isLocal={localNotes.has(row.id)}
            isMoving={drag?.moving.includes(row) ?? false}
            hands={props.hands}
          />
        );
      })}
      {drag && <DragMark drag={drag} rows={rows} rowHeight={props.rowHeight} />}
    </div>
  );
}

interface Layout {
  scroller: RefObject<HTMLElement | null>;
  margin: number;
  rowHeight: number;
  activeIndex: number;
}

function useVirtualRows(rows: readonly Row[], { scroller, margin, rowHeight, activeIndex }: Layout) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    scrollMargin: margin,
    // The sticky headings of the sidebar lie over the first and the last row.
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
    // The active row is there for screen readers wherever the list has been scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        if (activeIndex < 0 || shown.includes(activeIndex)) return shown;
        return activeIndex < (shown[0] ?? 0) ? [activeIndex, ...shown] : [...shown, activeIndex];
      },
      [activeIndex],
    ),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what changes the measures
  useEffect(() => virtualizer.measure(), [rowHeight]);
  return virtualizer;
}

/** The page that is shown is unfolded to once, and may be folded away again; the page itself comes first. */
function useRevealed(
  shownId: string | null,
  shape: Shape,
  rows: readonly Row[],
  virtualizer: ReturnType<typeof useVirtualRows>,
): void {
  const latest = useRef(shape);
  latest.current = shape;
  const [toReveal, setToReveal] = useState<string | null>(null);
  useEffect(() => {
    if (shownId === null) return;
    const timer = setTimeout(() => {
      const { noteById, folderById } = latest.current;
      const item = noteById.get(shownId) ?? folderById.get(shownId);
      if (!item) return;
      opened.set(above(latest.current, item.parentId), true);
      setToReveal(item.id);
    }, REVEALED_AFTER);
    return () => clearTimeout(timer);
  }, [shownId]);
  useEffect(() => {
    const index = toReveal === null ? -1 : rows.findIndex((row) => row.id === toReveal);
    if (index < 0) return;
    setToReveal(null);
    virtualizer.scrollToIndex(index, { align: "auto" });
  }, [toReveal, rows, virtualizer]);
}

/** Where the menu of a row opens by key. */
function belowRow(row: Row): [x: number, y: number] {
  const box = document.getElementById(rowId(row.id))?.getBoundingClientRect();
  return [(box?.left ?? 0) + 40, box?.bottom ?? 0];
}

export const rowId = (id: string): string => `tree-${id}`;

/** The note or folder whose page is shown. */
function useShownId(): string | null {
  const [path] = useLocation();
  return /^\/(?:notes|folders)\/([^/]+)/.exec(path)?.[1] ?? null;
}
