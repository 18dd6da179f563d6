import type { Place } from "../compose.ts";
import type { Clip } from "../queue/clip.ts";
import type { FoundNote } from "../service/calls.ts";
import type { Folder } from "../store/settings.ts";
import { element } from "../ui/dom.ts";
import { matching, type Option, Picker } from "../ui/picker.ts";
import { words } from "../words/index.ts";

const NOTE = /\/notes\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

const ENOUGH_LETTERS = 2;
const PAUSE_MS = 200;

/** Where a clip goes: a folder, today's entry, or a note, found by its name or by its address. */
export class PlaceField {
  readonly box: HTMLDivElement;
  readonly #picker: Picker;
  #folders: Folder[] = [];
  #notes: { id: string; name: string }[] = [];
  #place: Place = { kind: "folder", id: null };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly changed: () => void,
    private readonly findNotes: (words: string) => Promise<FoundNote[]>,
  ) {
    this.#picker = new Picker(
      "place",
      words.place,
      (written) => this.#find(written),
      (option) => this.#choose(option),
      words.noFolder,
    );
    this.#picker.input.className = "field";
    this.#picker.input.addEventListener("focus", () => this.#picker.input.select());
    this.#picker.input.addEventListener("blur", () => this.#show());
    this.#picker.input.addEventListener("input", () => this.#findLater(this.#picker.input.value));
    this.box = element("div", { class: "picker" }, this.#picker.list, this.#picker.input);
    this.#show();
  }

  get place(): Place {
    return this.#place;
  }

  set place(place: Place) {
    this.#place = place;
    this.#show();
  }

  set folders(folders: Folder[]) {
    this.#folders = folders;
    if (!this.#picker.isOpen) this.#show();
  }

  /** Notes that may be added to. */
  offer(notes: readonly (FoundNote | Clip)[]): void {
    this.#learn(notes);
    if (!this.#picker.isOpen) this.#show();
  }

  #learn(notes: readonly (FoundNote | Clip)[]): void {
    for (const note of notes) {
      const id = "noteId" in note ? note.noteId : note.id;
      const name = "title" in note ? note.title : note.name;
      if (id && !this.#notes.some((each) => each.id === id)) this.#notes.push({ id, name });
    }
  }

  /** What is on this device is there at once; the service's notes come after a pause in the writing. */
  #findLater(written: string): void {
    clearTimeout(this.#timer);
    if (written.trim().length < ENOUGH_LETTERS || NOTE.test(written)) return;
    this.#timer = setTimeout(async () => {
      this.#learn(await this.findNotes(written.trim()));
      if (this.#picker.input.value === written && document.activeElement === this.#picker.input)
        this.#picker.search(written);
    }, PAUSE_MS);
  }

  #options(): Option[] {
    const folders = this.#folders.map(({ id, name, path }) => ({
      value: `folder ${id}`,
      label: name,
      hint: path === name ? "" : path.slice(0, -name.length - 1),
    }));
    const notes = this.#notes.map(({ id, name }) => ({ value: `note ${id}`, label: words.addTo(name) }));
    return [
      { value: "folder ", label: words.top },
      { value: "today ", label: words.today },
      ...folders,
      ...notes,
    ];
  }

  #find(written: string): Option[] {
    const pasted = NOTE.exec(written)?.[1];
    if (pasted) return [{ value: `note ${pasted}`, label: words.addTo(this.#nameOf(pasted)) }];
    return matching(this.#options(), written);
  }

  #choose(option: Option): void {
    const [kind, id] = option.value.split(" ");
    if (kind === "note" && id) this.#place = { kind, id };
    else if (kind === "today") this.#place = { kind };
    else this.#place = { kind: "folder", id: id || null };
    this.#show();
    this.changed();
  }

  #nameOf(noteId: string): string {
    return this.#notes.find((note) => note.id === noteId)?.name ?? noteId;
  }

  #show(): void {
    const place = this.#place;
    const { input } = this.#picker;
    if (place.kind === "today") input.value = words.today;
    else if (place.kind === "note") input.value = words.addTo(this.#nameOf(place.id));
    else input.value = this.#folders.find(({ id }) => id === place.id)?.path ?? words.top;
  }
}
