/** Asks the service to turn mentions of a note into links, or what that would change. */
import { answer, api, type Schemas } from "../../api";

export type Change = Schemas["LinkedMention"];

export function linkMentions(
  noteId: string,
  asked: Partial<Schemas["MentionsToLink"]>,
): Promise<Schemas["LinkedMentions"]> {
  const path = { note_id: noteId };
  const body = { noteIds: null, dryRun: false, ...asked };
  return answer(api.POST("/api/workspace/notes/{note_id}/link-mentions", { params: { path }, body }));
}
