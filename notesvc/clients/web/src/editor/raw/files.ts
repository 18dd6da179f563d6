/** Pasted and dropped files in the raw surface: a place is kept while they are sent, then their link stands there. */
import { type EditorState, type Extension, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { t } from "../../i18n";
import { failed } from "../../notices";
import { linkTo } from "../../saving/deliver";
import { LARGEST } from "../upload/send";
import { Transfer } from "../upload/transfer";
import { before, behind } from "./apart";

interface Sent {
  id: number;
  at: number;
  /** It was put on an empty line: so its link has one, whatever was typed there meanwhile. */
  isAlone: boolean;
  name: string;
  percent: number;
  transfer: Transfer;
  isPicture: boolean;
}

const put = StateEffect.define<Sent>({
  map: (sent, changes) => ({ ...sent, at: changes.mapPos(sent.at, -1) }),
});
const move = StateEffect.define<{ id: number; percent: number }>();
const gone = StateEffect.define<number>();

class Progress extends WidgetType {
  constructor(readonly sent: Sent) {
    super();
  }
  override eq(other: Progress): boolean {
    return other.sent.percent === this.sent.percent && other.sent.id === this.sent.id;
  }
  toDOM(): HTMLElement {
    const place = document.createElement("span");
    place.className = "raw-upload";
    place.setAttribute("role", "status");
    place.textContent = `${t("editor.upload.progress", { name: this.sent.name })} ${this.sent.percent} % `;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = t("common.cancel");
    button.setAttribute("aria-label", t("editor.upload.cancel", { name: this.sent.name }));
    button.onclick = () => void this.sent.transfer.cancel();
    place.append(button);
    return place;
  }
  /** The same place, so that a press on its button is not lost when the number changes. */
  override updateDOM(place: HTMLElement, _: EditorView, from: Progress): boolean {
    if (from.sent.id !== this.sent.id || !(place.firstChild instanceof Text)) return false;
    place.firstChild.data = `${t("editor.upload.progress", { name: this.sent.name })} ${this.sent.percent} % `;
    return true;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** In the order in which they were put. What is typed at a place comes behind it. */
const places = StateField.define<readonly Sent[]>({
  create: () => [],
  update(before, change) {
    const effects = change.effects.filter((effect) => effect.is(gone));
    const arrived = before.findIndex(({ id }) => effects.some((effect) => effect.value === id));
    let now = before.map((sent, order) => {
      // A link that arrives stands before those of the files that were put behind it.
      const isBehind = arrived >= 0 && order > arrived;
      return { ...sent, at: change.changes.mapPos(sent.at, isBehind ? 1 : -1) };
    });
    for (const effect of change.effects) {
      if (effect.is(put)) now = [...now, effect.value];
      if (effect.is(gone)) now = now.filter(({ id }) => id !== effect.value);
      if (effect.is(move))
        now = now.map((sent) =>
          sent.id === effect.value.id ? { ...sent, percent: effect.value.percent } : sent,
        );
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field, decorations),
});

function decorations(all: readonly Sent[]): DecorationSet {
  const widgets = all.map((sent) =>
    Decoration.widget({ widget: new Progress(sent), side: -1 }).range(sent.at),
  );
  return Decoration.set(widgets, true);
}

let count = 0;

export function upload(view: EditorView, file: File, noteId: string, at: number): void {
  if (file.size > LARGEST) {
    failed(new Error(t("editor.upload.tooLarge")), `${file.name}:`);
    return;
  }
  count += 1;
  const id = count;
  const isPicture = file.type.startsWith("image/");
  const transfer: Transfer = new Transfer(file, () => noteId, {
    arrived: ({ name, url, type }) => {
      const sent = view.state.field(places).find((each) => each.id === id);
      if (sent === undefined) return;
      const insert = written(view.state, sent, linkTo(name, url, type.startsWith("image/")));
      // A caret that is still there goes on behind the link.
      const isThere = view.state.selection.main.empty && view.state.selection.main.head === sent.at;
      view.dispatch({
        changes: { from: sent.at, insert },
        ...(isThere && { selection: { anchor: sent.at + insert.length } }),
        effects: gone.of(id),
      });
    },
    cancelled: () => view.dispatch({ effects: gone.of(id) }),
    changed: ({ percent, problem }, error) => {
      if (problem === undefined) {
        view.dispatch({ effects: move.of({ id, percent }) });
        return;
      }
      transfer.cancel();
      failed(error, `${file.name}:`);
    },
  });
  const isAlone = view.state.doc.lineAt(at).text.trim() === "";
  view.dispatch({ effects: put.of({ id, at, isAlone, name: file.name, percent: 0, transfer, isPicture }) });
  transfer.start();
}

/** On a line of its own, a link is none of the quote or list that ends right above, or of what was typed behind it. */
const written = (state: EditorState, { at, isAlone }: Sent, link: string): string =>
  isAlone ? `${before(state, at)}${link}${behind(state, at)}` : link;

/** The surface goes: leave a mark for each file that is on its way, for it to arrive at without the surface. */
export function leaveMarks(view: EditorView): void {
  for (const sent of view.state.field(places)) {
    // Those before it have moved it.
    const { at } = view.state.field(places).find(({ id }) => id === sent.id) ?? sent;
    const mark = linkTo(sent.name, sent.transfer.leave(), sent.isPicture);
    const changes = { from: at, insert: written(view.state, { ...sent, at }, mark) };
    view.dispatch({ changes, effects: gone.of(sent.id) });
  }
}

/** Whether the mark stood somewhere, where the address stands now. */
export function arriveIn(view: EditorView, mark: string, url: string): boolean {
  const from = view.state.doc.toString().indexOf(mark);
  if (from < 0) return false;
  const changes = { from, to: from + mark.length, insert: url };
  view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) });
  return true;
}

export function files(noteId: string): Extension {
  const take = (view: EditorView, list: FileList | undefined, at: number) => {
    const all = [...(list ?? [])];
    if (all.length === 0 || view.state.readOnly) return false;
    for (const file of all) upload(view, file, noteId, at);
    return true;
  };
  return [
    places,
    EditorView.domEventHandlers({
      paste: (event, view) => {
        const isText = event.clipboardData?.types.includes("text/plain");
        return !isText && take(view, event.clipboardData?.files, view.state.selection.main.head);
      },
      drop: (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
        const isTaken = take(view, event.dataTransfer?.files, at);
        if (isTaken) event.preventDefault();
        return isTaken;
      },
    }),
  ];
}
