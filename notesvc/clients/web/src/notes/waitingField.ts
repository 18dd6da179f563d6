/**
 * A field that nobody sees, which has the focus from a tap until the surface can have it: iOS shows its keyboard only for what
 * is focused within the tap itself, and keys of a touch keyboard are not told one by one.
 */
import { t } from "../i18n";

export class WaitingField {
  readonly #field = document.createElement("textarea");

  constructor() {
    this.#field.className = "note-waiting-field";
    this.#field.setAttribute("aria-label", t("editor.label"));
    document.body.append(this.#field);
  }

  focus(): void {
    this.#field.focus({ preventScroll: true });
  }

  /** What was typed; the field is gone. A word that was still being composed ends as soon as the focus is elsewhere. */
  take(): string {
    const { value } = this.#field;
    this.#field.remove();
    return value;
  }
}
