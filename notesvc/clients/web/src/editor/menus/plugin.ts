/** Watches what is typed in the block surface and opens, follows and closes the menu. */
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { HOLE } from "../tokens/readable";
import type { MenuStore } from "./store";
import { emojiAsked, isQuery, openedBy, type Trigger } from "./triggers";

interface Followed {
  sign: Trigger;
  from: number;
  typed: number;
}

export const menuKey = new PluginKey<Followed | undefined>("menu");

/** Open a menu at the caret without a sign having been typed. */
export function openMenu(view: EditorView, sign: Trigger): void {
  const from = view.state.selection.from;
  view.dispatch(view.state.tr.setMeta(menuKey, { sign, from, typed: 0 }));
  view.focus();
}

export function menuPlugin(store: MenuStore): Plugin<Followed | undefined> {
  return new Plugin<Followed | undefined>({
    key: menuKey,
    state: {
      init: () => undefined,
      apply: (change, before, _, state) => followed(change, before, state),
    },
    props: {
      attributes: (state): Record<string, string> =>
        menuKey.getState(state) === undefined ? {} : { "aria-controls": "note-menu" },
    },
    view(view) {
      store.end = () => view.dispatch(view.state.tr.setMeta(menuKey, null));
      const onKey = (event: KeyboardEvent) => {
        if (!store.key(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      const onBlur = () => store.close();
      view.dom.addEventListener("keydown", onKey, true);
      view.dom.addEventListener("blur", onBlur);
      return {
        update: (_, earlier) => {
          if (view.state.doc === earlier.doc && view.state.selection.eq(earlier.selection)) {
            if (menuKey.getState(view.state) === menuKey.getState(earlier)) return;
          }
          show(view, store);
        },
        destroy: () => {
          view.dom.removeEventListener("keydown", onKey, true);
          view.dom.removeEventListener("blur", onBlur);
          store.close();
        },
      };
    },
  });
}

function followed(
  change: Transaction,
  before: Followed | undefined,
  state: EditorState,
): Followed | undefined {
  const asked = change.getMeta(menuKey) as Followed | null | undefined;
  if (asked !== undefined) return asked ?? undefined;
  if (before !== undefined) {
    const from = change.mapping.map(before.from, -1);
    const still = { ...before, from };
    return queryOf(state, still) === undefined ? undefined : change.docChanged ? still : before;
  }
  if (
    !change.docChanged ||
    change.getMeta("paste") ||
    change.getMeta("history$") ||
    change.getMeta("uiEvent")
  )
    return undefined;
  return opened(change, state);
}

/** The menu that the last typed character opens. */
function opened(change: Transaction, state: EditorState): Followed | undefined {
  const { $from, empty, from } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
  const grown = state.doc.content.size - change.before.content.size;
  if (grown < 1 || grown > 2) return undefined;
  const start = Math.max(0, $from.parentOffset - 60);
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, HOLE);
  const asked = emojiAsked(before);
  const sign = asked > 0 ? ":" : openedBy(before);
  if (
    sign === undefined ||
    $from.marks().some((mark) => mark.type.name === "code" || mark.type.name === "link")
  )
    return undefined;
  if (sign === "/" && $from.parent.type.name === "tableParagraph") return undefined;
  return { sign, from: from - (asked || sign.length), typed: sign.length };
}

function queryOf(state: EditorState, menu: Followed): string | undefined {
  const { empty, from, $from } = state.selection;
  if (!empty || from < menu.from + menu.typed || menu.from < $from.start()) return undefined;
  const text = state.doc.textBetween(menu.from, from, "\n", HOLE);
  if (menu.typed > 0 && !text.startsWith(menu.sign)) return undefined;
  const query = text.slice(menu.typed);
  return isQuery(menu.sign, query) ? query : undefined;
}

function show(view: EditorView, store: MenuStore): void {
  const menu = menuKey.getState(view.state);
  const query = menu && queryOf(view.state, menu);
  if (menu === undefined || query === undefined || !view.editable) {
    store.close();
    return;
  }
  const { left, top, bottom } = view.coordsAtPos(menu.from);
  store.show({ ...menu, query, rect: { left, top, bottom } });
}
