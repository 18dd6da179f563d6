/** Live rooms: loaded only for notes that several people have. */
import { answer, api } from "../api";
import { t } from "../i18n";
import { done } from "../notices";
import type { NoteDocument } from "../saving/noteDocument";
import { onSignedOut, signedOut } from "../state/session";
import type { Unfit } from "./presence";
import type { By } from "./room";
import { Session } from "./session";

const sessions = new Map<NoteDocument, Session>();
let isWatching = false;

/** Have the note in its room as long as it is shown; the answer says that it is not any more. */
export function stay(note: NoteDocument, me: By): () => void {
  watch();
  const session = sessions.get(note) ?? begun(note, me);
  session.stay();
  return () => session.end();
}

function begun(note: NoteDocument, me: By): Session {
  const around = {
    me,
    mint: () => answer(api.POST("/api/collaboration/auth", { body: { noteId: note.id } })),
    dial: (url: string) => new WebSocket(url),
    switched: (name: string, surface: "block" | "raw") =>
      done(
        t(`rooms.switched.${surface}`, { name: name ? t("common.person", { name }) : t("rooms.somebody") }),
      ),
    tooLong: () => done(t("rooms.tooLong")),
    unfit: (why: Unfit) => done(t(`rooms.${why}`)),
    recovered: () => done(t("rooms.recovered")),
    signedOut,
  };
  const session = new Session(note, around, () => sessions.delete(note));
  sessions.set(note, session);
  void session.start();
  return session;
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  onSignedOut((isOut) => {
    if (!isOut) for (const session of sessions.values()) session.signedIn();
  });
  addEventListener("online", () => {
    for (const session of sessions.values()) session.retry();
  });
}
