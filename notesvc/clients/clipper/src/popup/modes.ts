import type { Mode } from "../compose.ts";
import { element } from "../ui/dom.ts";
import { words } from "../words/index.ts";

const ORDER: Mode[] = ["article", "selection", "full", "picture", "link", "screenshot"];

/** The row of modes: one is chosen, arrow keys go to the next one that can be. */
export class Modes {
  #mode: Mode = "article";
  #allowed = new Set<Mode>(["article", "full", "link", "screenshot"]);

  constructor(
    private readonly row: HTMLElement,
    private readonly choose: (mode: Mode) => void,
  ) {
    row.addEventListener("keydown", (event) => this.#onKey(event));
    this.#draw();
  }

  get mode(): Mode {
    return this.#mode;
  }

  show(mode: Mode): void {
    this.#mode = mode;
    this.#draw();
  }

  allow(mode: Mode, isAllowed: boolean): void {
    if (isAllowed) this.#allowed.add(mode);
    else this.#allowed.delete(mode);
    this.#draw();
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const open = ORDER.filter((mode) => this.#allowed.has(mode));
    const next = open[(open.indexOf(this.#mode) + step + open.length) % open.length];
    if (next) this.#take(next);
  }

  #take(mode: Mode): void {
    this.choose(mode);
    this.row.querySelector<HTMLButtonElement>('[aria-checked="true"]')?.focus();
  }

  #draw(): void {
    const shown = ORDER.filter((mode) => this.#allowed.has(mode) || mode === this.#mode);
    const buttons = shown.map((mode) => {
      const isChosen = mode === this.#mode;
      const attributes = {
        type: "button",
        role: "radio",
        "aria-checked": String(isChosen),
        tabindex: isChosen ? 0 : -1,
      };
      return element(
        "button",
        { ...attributes, "data-mode": mode, onclick: () => this.#take(mode) },
        words.modes[mode],
      );
    });
    this.row.replaceChildren(...buttons);
  }
}
