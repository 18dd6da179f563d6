/** Has a note that several people share in its room while it is shown. Others are saved the ordinary way. */
import { useEffect, useState } from "react";
import { isSomethingKept } from "../saving/kept";
import type { NoteDocument } from "../saving/noteDocument";
import { type Circle, useCircle } from "../state/circle";
import { useUser } from "../state/session";
import { whenIdle } from "../ui/idle";

export function useRoom(document: NoteDocument, isThere: boolean): void {
  const isIdle = useIsIdle();
  const { data: circle } = useCircle(document.id, isIdle && isThere);
  const user = useUser();
  const isWanted = isThere && (isShared(circle) || isSomethingKept(document.id));
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

const isShared = (circle: Circle | undefined): boolean =>
  circle !== undefined &&
  (circle.role !== "owner" || circle.collaborators.some(({ state }) => state === "active"));

/** The note itself comes first. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), 2_000), []);
  return isIdle;
}
