/** Pasted and dropped files in the raw surface: a place is kept while they are sent, then their link stands there. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { failed } from "../../notices";
import { t } from "../../words";
import { LARGEST, send } from "../upload/send";

interface Sent {
  id: number;
  at: number;
  name: string;
  percent: number;
  cancel: () => void;
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
    button.onclick = this.sent.cancel;
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

async function upload(view: EditorView, file: File, noteId: string, at: number): Promise<void> {
  if (file.size > LARGEST) return failed(new Error(t("editor.upload.tooLarge")), `${file.name}:`);
  count += 1;
  const id = count;
  const sending = send(file, noteId, (percent) => view.dispatch({ effects: move.of({ id, percent }) }));
  const { cancel } = sending;
  view.dispatch({ effects: put.of({ id, at, name: file.name, percent: 0, cancel }) });
  try {
    const { name, url, type } = await sending.done;
    const label = name.replace(/[[\]\\]/g, "\\$&");
    const insert = `${type.startsWith("image/") ? "!" : ""}[${label}](${url})`;
    const place = placeOf(view.state.field(places), id)?.from ?? at;
    view.dispatch({ changes: { from: place, insert }, effects: gone.of(id) });
  } catch (error) {
    view.dispatch({ effects: gone.of(id) });
    const isCancelled = error instanceof DOMException && error.name === "AbortError";
    if (!isCancelled) failed(error, `${file.name}:`);
  }
}

export function files(noteId: string): Extension {
  const take = (view: EditorView, list: FileList | undefined, at: number) => {
    const all = [...(list ?? [])];
    if (all.length === 0 || view.state.readOnly) return false;
    for (const file of all) void upload(view, file, noteId, at);
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
