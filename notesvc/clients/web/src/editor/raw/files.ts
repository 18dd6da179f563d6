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
  name: string;
  percent: number;
  transfer: Transfer;
  isPicture: boolean;
}

const put = StateEffect.define<Sent>({ map: (sent, changes) => ({ ...sent, at: changes.mapPos(sent.at) }) });
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

const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, change) {
    let now = shown.map(change.changes);
    for (const effect of change.effects) {
      if (effect.is(put)) now = now.update({ add: [widget(effect.value).range(effect.value.at)] });
      if (effect.is(gone)) now = now.update({ filter: (_, __, value) => idOf(value) !== effect.value });
      if (effect.is(move)) {
        const at = placeOf(now, effect.value.id);
        const sent = at && { ...at.sent, percent: effect.value.percent };
        if (at && sent)
          now = now.update({
            filter: (_, __, value) => idOf(value) !== sent.id,
            add: [widget(sent).range(at.from)],
          });
      }
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const widget = (sent: Sent) => Decoration.widget({ widget: new Progress(sent), side: 1 });
const sentOf = (value: Decoration) => (value.spec.widget as Progress).sent;
const idOf = (value: Decoration) => sentOf(value).id;

function placeOf(shown: DecorationSet, id: number): { from: number; sent: Sent } | undefined {
  for (const cursor = shown.iter(); cursor.value !== null; cursor.next())
    if (idOf(cursor.value) === id) return { from: cursor.from, sent: sentOf(cursor.value) };
  return undefined;
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
      const from = placeOf(view.state.field(places), id)?.from ?? at;
      const insert = apart(view.state, from, linkTo(name, url, type.startsWith("image/")));
      view.dispatch({ changes: { from, insert }, effects: gone.of(id) });
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
  view.dispatch({ effects: put.of({ id, at, name: file.name, percent: 0, transfer, isPicture }) });
  transfer.start();
}

/** On a line of its own, a link is none of the quote or list that ends right above. */
function apart(state: EditorState, at: number, link: string): string {
  const isAlone = state.doc.lineAt(at).text.trim() === "";
  return isAlone ? `${before(state, at)}${link}${behind(state, at)}` : link;
}

/** The surface goes: leave a mark for each file that is on its way, for it to arrive at without the surface. */
export function leaveMarks(view: EditorView): void {
  const changes: { from: number; insert: string }[] = [];
  for (const cursor = view.state.field(places).iter(); cursor.value !== null; cursor.next()) {
    const { name, transfer, isPicture } = sentOf(cursor.value);
    changes.push({ from: cursor.from, insert: linkTo(name, transfer.leave(), isPicture) });
  }
  if (changes.length > 0) view.dispatch({ changes });
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
