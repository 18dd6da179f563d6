import { element } from "./dom.ts";

export interface Option {
  value: string;
  label: string;
  /** What the label says besides, such as the folders above. */
  hint?: string;
}

/** A field that finds one of many: arrow keys, Enter, Escape. Where nothing is found, it says so or shows nothing. */
export class Picker {
  readonly input: HTMLInputElement;
  readonly list: HTMLUListElement;
  #options: Option[] = [];
  #active = 0;

  constructor(
    readonly id: string,
    label: string,
    private readonly find: (written: string) => Option[],
    private readonly choose: (option: Option) => void,
    private readonly nothing = "",
  ) {
    this.list = element("ul", { role: "listbox", id: `${id}-list`, "aria-label": label, hidden: true });
    this.input = element("input", {
      id,
      role: "combobox",
      "aria-controls": `${id}-list`,
      "aria-expanded": "false",
    });
    this.input.autocomplete = "off";
    this.input.addEventListener("click", () => this.search(""));
    this.input.addEventListener("input", () => this.search(this.input.value));
    this.input.addEventListener("blur", () => this.close());
    this.input.addEventListener("keydown", (event) => this.#onKey(event));
  }

  get isOpen(): boolean {
    return !this.list.hidden;
  }

  search(written: string): void {
    this.#options = this.find(written);
    this.#show(0);
  }

  close(): void {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  #take(option: Option | undefined): void {
    if (!option) return;
    this.close();
    this.choose(option);
  }

  #show(place: number): void {
    this.#active = Math.max(0, Math.min(place, this.#options.length - 1));
    const rows = this.#options.map((option, number) =>
      rowOf(option, `${this.id}-${number}`, number === this.#active, () => this.#take(option)),
    );
    if (rows.length === 0 && this.nothing === "") {
      this.close();
      return;
    }
    this.list.replaceChildren(
      ...(rows.length ? rows : [element("li", { "aria-disabled": "true" }, this.nothing)]),
    );
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    if (rows.length > 0) this.input.setAttribute("aria-activedescendant", `${this.id}-${this.#active}`);
    rows[this.#active]?.scrollIntoView({ block: "nearest" });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (this.isOpen) this.#show(this.#active + (event.key === "ArrowDown" ? 1 : -1));
      else this.search("");
    } else if (event.key === "Enter" && this.isOpen && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.#take(this.#options[this.#active]);
    } else if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      this.close();
    }
  }
}

function rowOf(option: Option, id: string, isActive: boolean, take: () => void): HTMLLIElement {
  const hint = option.hint ? element("span", { class: "quiet small" }, ` ${option.hint}`) : null;
  const row = element("li", { id, role: "option", "aria-selected": String(isActive) }, option.label, hint);
  // Before the field loses the focus, which closes the list.
  row.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    take();
  });
  return row;
}

/** Those whose label or hint holds all words that were written, the ones that begin so first. */
export function matching(options: readonly Option[], written: string, most = 50): Option[] {
  const wanted = plain(written).split(/\s+/).filter(Boolean);
  const found = options.filter((option) => {
    const text = plain(`${option.label} ${option.hint ?? ""}`);
    return wanted.every((word) => text.includes(word));
  });
  const first = wanted[0] ?? "";
  const begins = (option: Option) => (plain(option.label).startsWith(first) ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other)).slice(0, most);
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
