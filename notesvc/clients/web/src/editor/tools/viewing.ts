/** Pictures of the block surface, opened large: by a double click, by Space, by name. */
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { pictureIn, viewer } from "../../render/viewer";
import { placeAt, placeOf } from "../keys/place";

/** The picture that the selected block shows; null where it is none, or none that is there. */
export function selectedPicture(view: EditorView): HTMLImageElement | null {
  const place = placeOf(view.state);
  if (place?.content.type.name !== "image") return null;
  const ownId = `[data-id="${CSS.escape(place.id)}"]`;
  const shown = [...view.dom.querySelectorAll(`${ownId} img`)];
  return pictureIn(shown.find((each) => each.closest("[data-id]")?.matches(ownId)) ?? null);
}

/** Open it; false where there is none. */
export function viewSelected(view: EditorView): boolean {
  const image = selectedPicture(view);
  if (image !== null) viewer.open(image, (last) => select(view, last));
  return image !== null;
}

/** The picture that was shown last, where it is a block, and with it the focus. */
function select(view: EditorView, image: HTMLImageElement): void {
  const { doc, tr } = view.state;
  const place = view.dom.contains(image) ? placeAt(doc.resolve(view.posAtDOM(image, 0))) : undefined;
  if (place?.content.type.name === "image")
    view.dispatch(tr.setSelection(NodeSelection.create(doc, place.before + 1)));
  view.focus();
}

export function viewByPointer(dom: HTMLElement, signal: AbortSignal, view: () => EditorView): void {
  const press = (event: MouseEvent) => {
    const image = pictureIn(event.target);
    if (image === null) return;
    event.preventDefault();
    viewer.open(image, (last) => select(view(), last));
  };
  dom.addEventListener("dblclick", press, { signal });
}
