/** Which text the surface shows: it is shown anew when the text changed from elsewhere. */
import type { Note } from "../api";
import { isHuge, sameText } from "./edits";

export type Surface = "block" | "raw";

export class SurfaceState {
  generation = 0;
  surface: Surface = "block";
  /** What the person has chosen for themselves alone. */
  chosen: Surface | null = null;
  #replaced: { generation: number; note: Note } | null = null;

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
    this.surface = isHuge(note) ? "raw" : (this.chosen ?? note.mode);
  }

  /** From one text to the next, shown anew only where they differ. */
  turn(from: Note, to: Note, mayFollow: boolean): void {
    const before = this.surface;
    if (mayFollow) this.follow(to);
    if (before !== this.surface || !sameText(from, to, this.surface)) this.replace(from);
  }
}
