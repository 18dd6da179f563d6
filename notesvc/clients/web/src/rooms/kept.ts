/** Whether this device keeps something of a note that its room has not acknowledged: asked before anything is loaded. */
export const keptMark = (noteId: string): string => `notesvc.rooms.kept.${noteId}`;

export function isSomethingKept(noteId: string): boolean {
  try {
    return localStorage.getItem(keptMark(noteId)) !== null;
  } catch {
    return false;
  }
}
