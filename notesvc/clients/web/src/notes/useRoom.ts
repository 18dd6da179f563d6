/** Has a note that several people share in its room while it is shown. Others are saved the ordinary way. */
import { useEffect, useState } from "react";
import { hasRoomDraft } from "../saving/drafts";
import type { NoteDocument } from "../saving/noteDocument";
import { type CollaboratorList, useCollaborators } from "../state/collaborators";
import { useUser } from "../state/session";
import { whenIdle } from "../ui/idle";

export function useRoom(document: NoteDocument, isThere: boolean): void {
  const isIdle = useIsIdle();
  const { data: collaboratorList } = useCollaborators(document.id, isIdle && isThere);
  const user = useUser();
  const isWanted = isThere && (isShared(collaboratorList) || hasRoomDraft(document.id));
  const [id, name] = [user?.id, user?.name];
  useEffect(() => {
    if (!isWanted || id === undefined) return;
    let end: (() => void) | undefined;
    let isGone = false;
    import("../rooms").then(
      ({ stay }) => {
        if (!isGone) end = stay(document, { id, name: name ?? "" });
      },
      // Without its script the note is saved the ordinary way.
      () => {},
    );
    return () => {
      isGone = true;
      end?.();
    };
  }, [document, isWanted, id, name]);
}

const isShared = (collaboratorList: CollaboratorList | undefined): boolean =>
  collaboratorList !== undefined &&
  (collaboratorList.role !== "owner" ||
    collaboratorList.collaborators.some(({ state }) => state === "active"));

/** The note itself comes first. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), 2_000), []);
  return isIdle;
}
