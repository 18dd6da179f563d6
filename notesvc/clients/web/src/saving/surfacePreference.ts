/** How somebody wants to see a note whose mode is another's to say, kept on this device until a room says it for all. */
import type { Surface } from "./surfaceState";

const nameOf = (noteId: string) => `notesvc.surface.${noteId}`;

export function preferredSurface(noteId: string): Surface | null {
  try {
    const found = localStorage.getItem(nameOf(noteId));
    return found === "block" || found === "raw" ? found : null;
  } catch {
    return null;
  }
}

export function preferSurface(noteId: string, surface: Surface | null): void {
  try {
    if (surface) localStorage.setItem(nameOf(noteId), surface);
    else localStorage.removeItem(nameOf(noteId));
  } catch {
    // It holds for as long as the note is shown.
  }
}
