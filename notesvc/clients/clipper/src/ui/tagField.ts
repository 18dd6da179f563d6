import { element } from "./dom.ts";
import { matching, type Option, Picker } from "./picker.ts";

const TAG = /^(?=.*\p{L})[\p{L}\p{N}\p{M}_/-]{2,32}$/u;

interface TagWords {
  addTag: string;
  removeTag: (tag: string) => string;
}

/** A field for tags, with those that there are. Blank, comma and Enter end a tag, Backspace takes the last one back. */
export class TagField {
  readonly box: HTMLDivElement;
  readonly #picker: Picker;
  readonly #chips = element("div", { class: "field tags" });
  #tags: string[] = [];

  constructor(
    id: string,
    private readonly known: () => string[],
    private readonly words: TagWords,
    private readonly changed: () => void,
  ) {
    this.#picker = new Picker(
      id,
      words.addTag,
      (written) => this.#fitting(written),
      ({ value }) => this.#add(value),
    );
    const { input, list } = this.#picker;
    this.box = element("div", { class: "picker" }, list, this.#chips);
    input.addEventListener("input", () => {
      if (/[\s,]$/.test(input.value)) this.#add(input.value.slice(0, -1));
    });
    input.addEventListener("blur", () => this.#add(input.value));
    input.addEventListener("keydown", (event) => this.#onKey(event));
    this.#draw();
  }

  get tags(): string[] {
    this.#add(this.#picker.input.value);
    return this.#tags;
  }

  /** The tags with what is still being written. */
  get written(): string[] {
    const writing = this.#picker.input.value.split(/[\s,]+/).map((word) => word.replace(/^#/, ""));
    return [...new Set([...this.#tags, ...writing.filter((word) => TAG.test(word))])];
  }

  set tags(wanted: string[]) {
    this.#tags = [...new Set(wanted)];
    this.#draw();
  }

  #fitting(written: string): Option[] {
    if (!written.trim()) return [];
    const rest = this.known().filter((tag) => !this.#tags.includes(tag));
    return matching(
      rest.map((tag) => ({ value: tag, label: tag })),
      written.replace(/^#/, ""),
      6,
    );
  }

  /** Take what is written for tags; what can be none stays in the field. */
  #add(text: string): void {
    const { input } = this.#picker;
    const written = text.split(/[\s,]+/).map((word) => word.replace(/^#/, ""));
    const isKnown = (word: string) => this.#tags.some((tag) => tag.toLowerCase() === word.toLowerCase());
    const rest: string[] = [];
    for (const word of written.filter(Boolean)) {
      if (!TAG.test(word)) rest.push(word);
      else if (!isKnown(word)) this.#tags = [...this.#tags, word];
    }
    if (text.trim() === "" && input.value === "") return;
    const hadFocus = document.activeElement === input;
    input.value = rest.join(" ");
    this.#picker.close();
    this.#draw();
    if (hadFocus) input.focus();
    this.changed();
  }

  #remove(tag: string): void {
    this.#tags = this.#tags.filter((each) => each !== tag);
    this.#draw();
    this.#picker.input.focus();
    this.changed();
  }

  #onKey(event: KeyboardEvent): void {
    const { input, isOpen } = this.#picker;
    if (event.key === "Enter" && !isOpen && !event.defaultPrevented && input.value.trim()) {
      event.preventDefault();
      this.#add(input.value);
    }
    if (event.key === "Backspace" && input.value === "") {
      const last = this.#tags.at(-1);
      if (last) this.#remove(last);
    }
  }

  #draw(): void {
    const chips = this.#tags.map((tag) => {
      const label = {
        type: "button",
        "aria-label": this.words.removeTag(tag),
        onclick: () => this.#remove(tag),
      };
      return element("button", label, `#${tag}`);
    });
    this.#chips.replaceChildren(...chips, this.#picker.input);
  }
}
