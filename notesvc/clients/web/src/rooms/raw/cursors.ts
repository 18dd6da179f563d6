/** Shows where others write in the raw text, and tells them where this caret is. */
import { Annotation, type Extension, RangeSet } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import type { Awareness } from "y-protocols/awareness";
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  type Text as YText,
} from "yjs";
import { cursorOf } from "../shared";
import { inPlain, inShared } from "./lines";

const moved = Annotation.define<boolean>();

interface Said {
  user?: { id: string; name: string; color: string; client?: number };
  raw?: { anchor: unknown; head: unknown } | null;
}

export function rawCursors(text: YText, awareness: Awareness): Extension {
  return ViewPlugin.define((view) => new Cursors(view, text, awareness), {
    decorations: (cursors) => cursors.decorations,
  });
}

class Caret extends WidgetType {
  constructor(
    readonly name: string,
    readonly color: string,
    readonly client: number,
  ) {
    super();
  }
  override eq(other: Caret): boolean {
    return other.name === this.name && other.color === this.color && other.client === this.client;
  }
  override toDOM(): HTMLElement {
    return cursorOf(this);
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

class Cursors {
  decorations: DecorationSet = RangeSet.empty;

  constructor(
    private readonly view: EditorView,
    private readonly text: YText,
    private readonly awareness: Awareness,
  ) {
    awareness.on("change", this.#heard);
    this.decorations = this.#shown();
  }

  update(update: ViewUpdate): void {
    if (update.selectionSet || update.docChanged || update.focusChanged) this.#tell();
    const isAsked = update.transactions.some((each) => each.annotation(moved));
    // What came from the room is in the text already, and so are the places that others name.
    if (update.docChanged || isAsked) this.decorations = this.#shown();
  }

  destroy(): void {
    this.awareness.off("change", this.#heard);
    this.awareness.setLocalStateField("raw", null);
  }

  readonly #heard = ({
    added,
    updated,
    removed,
  }: Record<"added" | "updated" | "removed", number[]>): void => {
    const others = [...added, ...updated, ...removed].filter((client) => client !== this.awareness.clientID);
    if (others.length > 0) this.view.dispatch({ annotations: moved.of(true) });
  };

  #tell(): void {
    if (!this.view.hasFocus) return;
    const { anchor, head } = this.view.state.selection.main;
    const place = inShared(this.text.toString());
    const said = (at: number) => createRelativePositionFromTypeIndex(this.text, place(at));
    this.awareness.setLocalStateField("raw", { anchor: said(anchor), head: said(head) });
  }

  #shown(): DecorationSet {
    const shown = [];
    for (const [client, state] of this.awareness.states) {
      const { user, raw } = state as Said;
      if (client === this.awareness.clientID || !user || !raw) continue;
      const [anchor, head] = [this.#placeOf(raw.anchor), this.#placeOf(raw.head)];
      if (anchor === null || head === null) continue;
      if (anchor !== head) {
        const attributes = { style: `background-color: ${user.color}40` };
        shown.push(Decoration.mark({ attributes }).range(Math.min(anchor, head), Math.max(anchor, head)));
      }
      shown.push(
        Decoration.widget({ widget: new Caret(user.name, user.color, client), side: 1 }).range(head),
      );
    }
    return Decoration.set(shown, true);
  }

  #placeOf(said: unknown): number | null {
    try {
      const found = createAbsolutePositionFromRelativePosition(said as never, this.text.doc!);
      if (found === null || found.type !== this.text) return null;
      return Math.min(inPlain(this.text.toString(), found.index), this.view.state.doc.length);
    } catch {
      // Whatever somebody's page says, it does not stop this one.
      return null;
    }
  }
}
