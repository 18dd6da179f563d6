/** Holds what is typed in the moment in which the text is shown anew, and types it where the caret stands then. */
import { takeForText } from "../ui/firstWords";
import { WaitingField } from "./waitingField";

export class HeldKeys {
  /** Words, and between them keys that lead the caret elsewhere. */
  #typed: (string | Way)[] = [];
  #isHolding = false;
  #field: WaitingField | null = null;

  /** `hasField`: the keyboard on the screen is asked for now. */
  hold(hasField = false): void {
    this.#typed.push(...before());
    if (hasField) {
      this.#field ??= new WaitingField();
      this.#field.focus();
    }
    if (this.#isHolding) return;
    this.#isHolding = true;
    addEventListener("keydown", this.#take, true);
  }

  /** Nothing more is held; `isPlaced`: the caret stands where the text belongs. */
  release(isPlaced: boolean, type = typeNatively): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    removeEventListener("keydown", this.#take, true);
    const typed = [...this.#typed, this.#field?.take() ?? ""].filter((each) => each !== "");
    this.#typed = [];
    this.#field = null;
    if (!isPlaced) return;
    for (const each of typed) {
      if (typeof each === "string") type(each);
      else document.getSelection()?.modify("move", ...each);
    }
  }

  readonly #take = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isElsewhere =
      event.target instanceof HTMLElement && event.target.matches("input, textarea, button, a");
    if (isElsewhere || !put(this.#typed, event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

type Way = readonly ["forward" | "backward" | "left" | "right", "character" | "line" | "lineboundary"];

const WAYS: Record<string, Way> = {
  ArrowUp: ["backward", "line"],
  ArrowDown: ["forward", "line"],
  ArrowLeft: ["left", "character"],
  ArrowRight: ["right", "character"],
  Home: ["backward", "lineboundary"],
  End: ["forward", "lineboundary"],
};

/** Put the key behind what is held; whether there is a place for it. */
function put(typed: (string | Way)[], key: string, isShifted: boolean): boolean {
  const last = typed.at(-1);
  const words = typeof last === "string" ? last : "";
  const way = isShifted ? undefined : WAYS[key];
  if (way !== undefined) {
    typed.push(way);
    return true;
  }
  const isLetter = key.length === 1 || key === "Enter";
  if (!isLetter && !(key === "Backspace" && words !== "")) return false;
  if (words !== "") typed.pop();
  const now = isLetter ? words + (key === "Enter" ? "\n" : key) : words.slice(0, -1);
  if (now !== "") typed.push(now);
  return true;
}

/**
 * What was typed after a press on the page that the service shows before the app is there (`index.html`), and what was
 * typed behind the title before a new note was there.
 */
function before(): (string | Way)[] {
  const words = takeForText();
  const typed: (string | Way)[] = words === "" ? [] : [words];
  for (const key of window.firstKeys?.splice(0) ?? []) put(typed, key, false);
  return typed;
}

/** As the person does, an editor's own undo and menus included; but spaces at the edge of a block are lost by it. */
function typeNatively(text: string): void {
  document.execCommand("insertText", false, text);
}
