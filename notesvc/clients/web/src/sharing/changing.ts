/** What an owner, a collaborator or somebody with a link can do about who sees a note. */
import { answer, api, type Schemas } from "../api";
import { client } from "../state/client";
import { collaboratorsQuery, type Member, requestsQuery, sharedQuery } from "../state/collaborators";

export type Shared = Schemas["Invite"]["role"];

const COLLABORATORS = "/api/workspace/notes/{note_id}/collaborators";

const pathOf = (note_id: string, user_id: string) => ({ path: { note_id, user_id } });

/** Let somebody in: by address where there is an @ within, by handle else. */
export async function invite(noteId: string, who: string, role: Shared): Promise<Member> {
  const name = who.trim();
  const isAddress = name.indexOf("@") > 0;
  const body = { email: isAddress ? name : null, handle: isAddress ? null : name.replace(/^@/, ""), role };
  const params = { path: { note_id: noteId } };
  const member = await answer(api.POST(COLLABORATORS, { params, body }));
  collaboratorsHaveChanged(noteId);
  return member;
}

export async function changeRole(noteId: string, memberId: string, role: Shared): Promise<void> {
  await answer(api.PATCH(`${COLLABORATORS}/{user_id}`, { params: pathOf(noteId, memberId), body: { role } }));
  collaboratorsHaveChanged(noteId);
}

export async function remove(noteId: string, memberId: string): Promise<void> {
  await answer(api.DELETE(`${COLLABORATORS}/{user_id}`, { params: pathOf(noteId, memberId) }));
  collaboratorsHaveChanged(noteId);
}

export async function leave(noteId: string, userId: string): Promise<void> {
  await answer(api.DELETE(`${COLLABORATORS}/{user_id}`, { params: pathOf(noteId, userId) }));
  client.setQueryData(sharedQuery.queryKey, (all) => all?.filter(({ note }) => note.id !== noteId));
}

export async function answerRequest(requestId: string, noteId: string, isYes: boolean): Promise<void> {
  const params = { path: { request_id: requestId } };
  const at = "/api/workspace/collaboration/requests/{request_id}";
  if (isYes) await answer(api.POST(`${at}/accept`, { params }));
  else await answer(api.POST(`${at}/decline`, { params }));
  client.setQueryData(requestsQuery.queryKey, (all) => all?.filter(({ id }) => id !== requestId));
  collaboratorsHaveChanged(noteId);
}

/** Ask the owner of a note, if there is such a note, to be let in. */
export async function askForAccess(noteId: string, role: Shared): Promise<void> {
  await answer(api.POST("/api/workspace/collaboration/requests", { body: { noteId, role } }));
}

function collaboratorsHaveChanged(noteId: string): void {
  void client.invalidateQueries({ queryKey: collaboratorsQuery(noteId).queryKey });
}
