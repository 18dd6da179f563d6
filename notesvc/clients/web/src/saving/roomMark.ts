/** Whether this device keeps something of a note that its room has not acknowledged: asked before anything is loaded. */
export const roomMark = (noteId: string): string => `${MARK}${noteId}`;

const MARK = "notesvc.rooms.kept.";

export function hasRoomMark(noteId: string): boolean {
  try {
    return localStorage.getItem(roomMark(noteId)) !== null;
  } catch {
    return false;
  }
}

export function hasAnyRoomMark(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(MARK));
  } catch {
    return false;
  }
}
