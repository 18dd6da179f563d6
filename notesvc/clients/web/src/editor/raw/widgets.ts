/** What stands in the text in place of signs: a box to tick, a point before an item, a picture. */
import { type EditorView, WidgetType } from "@codemirror/view";
import { t } from "../../i18n";
import { roomOf } from "../../render/room";
import { viewer } from "../../render/viewer";

export class Tick extends WidgetType {
  constructor(
    readonly isDone: boolean,
    readonly isOff: boolean,
  ) {
    super();
  }
  override eq(other: Tick): boolean {
    return other.isDone === this.isDone && other.isOff === this.isOff;
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement("input");
    Object.assign(box, {
      type: "checkbox",
      className: "raw-tick",
      checked: this.isDone,
      disabled: this.isOff,
    });
    box.tabIndex = -1;
    box.setAttribute("aria-label", t("editor.raw.done"));
    box.onmousedown = (event) => event.preventDefault();
    box.onclick = (event) => {
      // The text says whether it is ticked.
      event.preventDefault();
      tick(view, view.posAtDOM(box));
    };
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** Tick the task on the line of that place, or take the tick away. */
export function tick(view: EditorView, at: number): boolean {
  const line = view.state.doc.lineAt(at);
  const found = /^[\s>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\]/.exec(line.text);
  if (found === null || view.state.readOnly) return false;
  const from = line.from + found[0].length - 2;
  const insert = found[1] === " " ? "x" : " ";
  view.dispatch({ changes: { from, to: from + 1, insert }, userEvent: "input" });
  return true;
}

export class Point extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const point = document.createElement("span");
    point.className = "raw-point";
    point.textContent = "•";
    return point;
  }
}

export class Picture extends WidgetType {
  constructor(
    readonly address: string,
    readonly name: string,
    readonly width: number | null,
  ) {
    super();
  }
  override eq(other: Picture): boolean {
    return other.address === this.address && other.width === this.width && other.name === this.name;
  }
  toDOM(view: EditorView): HTMLElement {
    const picture = document.createElement("img");
    Object.assign(picture, { className: "raw-picture", src: this.address, alt: this.name });
    const room = Object.entries(roomOf(this.address) ?? {});
    picture.classList.toggle("is-sized", room.length > 0);
    for (const [name, value] of room) picture.style.setProperty(name, `${value}`);
    if (this.width !== null) picture.style.inlineSize = `${this.width}px`;
    picture.onclick = () => viewer.open(picture);
    picture.onload = () => view.requestMeasure();
    picture.onerror = () => picture.replaceWith(absent(this.name));
    return picture;
  }
  /** A press opens it and leaves the caret where it is. */
  override ignoreEvent(): boolean {
    return true;
  }
}

function absent(name: string): HTMLElement {
  const said = document.createElement("span");
  said.className = "raw-absent";
  said.textContent = name ? t("sidePanel.text.pictureGoneNamed", { name }) : t("sidePanel.text.pictureGone");
  return said;
}
