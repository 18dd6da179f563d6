/** Holds what is typed in the moment in which the text is shown anew, and types it where the caret stands then. */
export class HeldKeys {
  #text = "";
  #isHolding = false;

  hold(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    addEventListener("keydown", this.#take, true);
  }

  /** Nothing more is held; `isPlaced`: the caret stands where the text belongs. */
  release(isPlaced: boolean, type = typeNatively): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    removeEventListener("keydown", this.#take, true);
    const text = this.#text;
    this.#text = "";
    if (text !== "" && isPlaced) type(text);
  }

  readonly #take = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isElsewhere =
      event.target instanceof HTMLElement && event.target.matches("input, textarea, button, a");
    if (isElsewhere) return;
    if (event.key.length === 1) this.#text += event.key;
    else if (event.key === "Enter") this.#text += "\n";
    else if (event.key === "Backspace" && this.#text !== "") this.#text = this.#text.slice(0, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** As the person does, an editor's own undo and menus included; but spaces at the edge of a block are lost by it. */
function typeNatively(text: string): void {
  document.execCommand("insertText", false, text);
}
