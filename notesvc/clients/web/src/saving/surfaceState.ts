/** Which text the surface shows: it is shown anew when the text changed from elsewhere. */
import type { Note } from "../api";
import { isHuge, sameText } from "./edits";

export type Surface = "block" | "raw";

export class SurfaceState {
  generation = 0;
  surface: Surface = "block";
  /** How the person wants to see the note, whatever its mode is; kept on this device. */
  #chosen: Surface | null;
  #replaced: { generation: number; note: Note } | null = null;

  constructor(private readonly noteId: string) {
    this.#chosen = chosenFor(noteId);
  }

  /** The text is about to be another than the surface shows. */
  replace(note: Note | undefined): void {
    if (note) this.#replaced = { generation: this.generation, note };
    this.generation++;
  }

  /** What a surface showed that is behind; null: it is not. */
  lateText(seen: number): Note | null {
    return seen < this.generation ? (this.#replaced?.note ?? null) : null;
  }

  /** The surface that the note itself asks for, or the person. */
  follow(note: Note): void {
    this.surface = isHuge(note) ? "raw" : (this.#chosen ?? note.mode);
  }

  /** From one text to the next, shown anew only where they differ. */
  turn(from: Note, to: Note, mayFollow: boolean): void {
    const before = this.surface;
    if (mayFollow) this.follow(to);
    if (before !== this.surface || !sameText(from, to, this.surface)) this.replace(from);
  }

  get chosen(): Surface | null {
    return this.#chosen;
  }

  /** What the person has chosen for themselves alone; null: they follow the note again. */
  choose(surface: Surface | null): void {
    if (this.#chosen === surface) return;
    this.#chosen = surface;
    try {
      if (surface) localStorage.setItem(nameOf(this.noteId), surface);
      else localStorage.removeItem(nameOf(this.noteId));
    } catch {
      // It holds for as long as the note is shown.
    }
  }
}

const nameOf = (noteId: string) => `notesvc.surface.${noteId}`;

function chosenFor(noteId: string): Surface | null {
  try {
    const found = localStorage.getItem(nameOf(noteId));
    return found === "block" || found === "raw" ? found : null;
  } catch {
    return null;
  }
}
