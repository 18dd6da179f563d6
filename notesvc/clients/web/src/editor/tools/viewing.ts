/** Pictures of the block surface, opened large: by a double click, by Space, by name. */
import type { EditorView } from "@tiptap/pm/view";
import { pictureIn, viewer } from "../../render/viewer";
import { placeOf } from "../keys/place";

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
  if (image !== null) viewer.open(image);
  return image !== null;
}

export function viewByPointer(dom: HTMLElement, signal: AbortSignal): void {
  const press = (event: MouseEvent) => {
    const image = pictureIn(event.target);
    if (image === null) return;
    event.preventDefault();
    viewer.open(image);
  };
  dom.addEventListener("dblclick", press, { signal });
}
