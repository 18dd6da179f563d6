/** The list under the caret. The focus stays in the text; the marked item is told to those who listen. */
import { type CSSProperties, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { t } from "../../i18n";
import type { Item } from "./items";
import "./menu.css";
import type { MenuStore, OpenMenu } from "./store";

export function Menu({ store }: { store: MenuStore }) {
  const menu = useSyncExternalStore(store.subscribe, store.get);
  if (menu === undefined) return null;
  return (
    <>
      <List menu={menu} store={store} />
      <span className="sr-only" role="status">
        {menu.items[menu.active]?.name ?? t("editor.menu.offered", { count: menu.items.length })}
      </span>
    </>
  );
}

function List({ menu, store }: { menu: OpenMenu; store: MenuStore }) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const { rect, items } = menu;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size changes with the number of items
  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect();
    if (size) setPlace(beside(rect, size));
  }, [rect.left, rect.top, items.length]);
  useLayoutEffect(() => {
    box.current?.querySelector(`#note-menu-${menu.active}`)?.scrollIntoView({ block: "nearest" });
  }, [menu.active]);
  return (
    <div
      ref={box}
      id="note-menu"
      role="listbox"
      tabIndex={0}
      aria-label={t("editor.menu.name")}
      className="note-menu"
      style={place ?? { visibility: "hidden" }}
    >
      {items.map((item, index) => (
        <Row key={item.id} item={item} index={index} above={items[index - 1]} menu={menu} store={store} />
      ))}
    </div>
  );
}

interface RowProps {
  item: Item;
  index: number;
  above: Item | undefined;
  menu: OpenMenu;
  store: MenuStore;
}

function Row({ item, index, above, menu, store }: RowProps) {
  const Sign = item.icon;
  return (
    <>
      {item.group !== undefined && item.group !== above?.group && (
        <div className="note-menu-group" role="presentation" aria-hidden>
          {item.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys go through the text */}
      <div
        id={`note-menu-${index}`}
        role="option"
        aria-selected={index === menu.active}
        className="note-menu-row"
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={(event) => index !== menu.active && isMoved(event) && store.mark(index)}
        onClick={() => store.choose(index)}
      >
        {Sign && <Sign size={16} stroke={1.5} aria-hidden />}
        {item.colour !== undefined && <span className="note-menu-dot" style={dot(item.colour)} aria-hidden />}
        <span className="note-menu-name">{item.name}</span>
        {item.detail !== undefined && <span className="note-menu-detail">{item.detail}</span>}
        {item.keys !== undefined && <kbd dir="ltr">{item.keys}</kbd>}
      </div>
    </>
  );
}

/** Not so where the list came under a pointer at rest. */
const isMoved = ({ movementX, movementY }: { movementX: number; movementY: number }) =>
  movementX !== 0 || movementY !== 0;

const dot = (colour: string) => ({ "--tag": colour }) as CSSProperties;

/** Under the caret, or above it where there is no room. */
function beside(rect: OpenMenu["rect"], size: DOMRect): { left: number; top: number } {
  const view = window.visualViewport;
  const height = (view?.height ?? innerHeight) + (view?.offsetTop ?? 0);
  const below = rect.bottom + 6;
  const top = below + size.height > height - 8 ? Math.max(8, rect.top - size.height - 6) : below;
  const isRight = document.documentElement.dir === "rtl";
  const wanted = isRight ? rect.left - size.width : rect.left - 8;
  return { left: Math.max(8, Math.min(wanted, innerWidth - size.width - 8)), top };
}
