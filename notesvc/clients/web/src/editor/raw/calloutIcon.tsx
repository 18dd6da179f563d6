/** The icon of a callout, in the place of the sign of its kind. */
import { type EditorView, WidgetType } from "@codemirror/view";
import { ICONS } from "../../render/Callout";
import type { CalloutLook } from "../../render/callouts";
import { fill, left } from "./places";

export class CalloutIcon extends WidgetType {
  constructor(readonly look: CalloutLook) {
    super();
  }
  override eq(other: CalloutIcon): boolean {
    return other.look === this.look;
  }
  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement("span");
    place.className = "callout-icon";
    const Icon = ICONS[this.look];
    return fill(view, place, <Icon size={18} stroke={1.7} aria-hidden />);
  }
  override destroy(place: HTMLElement): void {
    left(place);
  }
}
