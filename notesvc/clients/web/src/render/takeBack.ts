/** Undo of a note that a link has just made. */
import { to } from "../addresses";
import { answer, api } from "../api";
import { failed } from "../notices";
import { noteIsGone } from "../state/notes";

/** Put the note in the trash, and leave its page. Tells the person where that failed. */
export async function takeBack(id: string): Promise<void> {
  try {
    await answer(api.DELETE("/api/workspace/notes/{note_id}", { params: { path: { note_id: id } } }));
    noteIsGone(id);
    if (location.pathname === to.note(id)) history.back();
  } catch (error) {
    failed(error);
  }
}
