/** The one menu that may be open in a block surface: where, what is offered, and which of it is marked. */
import type { WorkspaceContext } from "../workspaceContext";
import { type Item, itemsFor } from "./items";
import type { Trigger } from "./triggers";

export interface OpenMenu {
  sign: Trigger;
  /** Where the sign begins in the document, and how much of it was typed (nothing where a button opened the menu). */
  from: number;
  typed: number;
  query: string;
  items: Item[];
  /** The chosen one; -1 where none is. */
  active: number;
  rect: { left: number; top: number; bottom: number };
}

export class MenuStore {
  private listeners = new Set<() => void>();
  open: OpenMenu | undefined;
  /** Ends it, whatever is typed next; set by the surface. */
  end = () => {};
  /** What was asked for last; what is offered for it may come later. */
  private asked: Omit<OpenMenu, "items" | "active"> | undefined;

  constructor(
    readonly workspace: WorkspaceContext,
    private readonly commands: (query: string) => Item[],
    readonly take: (menu: OpenMenu, item: Item) => void,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  get = (): OpenMenu | undefined => this.open;

  show(menu: Omit<OpenMenu, "items" | "active">): void {
    this.asked = menu;
    const again = () => this.asked === menu && this.show(menu);
    const items =
      menu.sign === "/" ? this.commands(menu.query) : itemsFor(menu.sign, menu.query, this.workspace, again);
    this.set(items.length === 0 ? undefined : { ...menu, items, active: items[0]?.isMeant ? 0 : -1 });
  }

  close(): void {
    this.asked = undefined;
    if (this.open !== undefined) this.set(undefined);
  }

  mark(active: number): void {
    if (this.open === undefined) return;
    const count = this.open.items.length;
    this.set({ ...this.open, active: (active + count) % count });
  }

  /** Whether the text's own keys wait for an open menu: not Enter and Tab while nothing is chosen, which end it. */
  comesFirst(event: KeyboardEvent): boolean {
    const menu = this.open;
    if (menu === undefined) return false;
    if (menu.active >= 0 || event.isComposing || !["Enter", "Tab"].includes(event.key)) return true;
    this.leave();
    return false;
  }

  /** Whether the key was the menu's. */
  key(event: KeyboardEvent): boolean {
    const menu = this.open;
    if (menu === undefined || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false;
    if (event.key === "ArrowDown") this.mark(menu.active + 1);
    else if (event.key === "ArrowUp") this.mark(Math.max(menu.active, 0) - 1);
    else if (event.key === "Escape") this.leave();
    // A code that is typed out in full, as in `:tada:`.
    else if (event.key === ":" && menu.sign === ":" && menu.items[0]?.name.endsWith(` ${menu.query}`))
      this.choose(0);
    else if (!this.comesFirst(event)) return false;
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) this.choose(menu.active);
    else return false;
    return true;
  }

  private leave(): void {
    this.close();
    this.end();
  }

  choose(index: number): void {
    const menu = this.open;
    const item = menu?.items[index];
    if (menu === undefined || item === undefined) return;
    this.close();
    this.take(menu, item);
  }

  private set(menu: OpenMenu | undefined): void {
    this.open = menu;
    for (const tell of this.listeners) tell();
  }
}
