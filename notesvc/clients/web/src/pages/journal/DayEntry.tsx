/** The entry of a day, or an empty page that becomes one with the first change. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import type { Note } from "../../api";
import { shelfOf } from "../../saving/drafts";
import { documentOf, hold } from "../../saving/open";
import { client } from "../../state/client";
import { noteKey } from "../../state/notes";
import { onSignedOut, useUser } from "../../state/session";
import { Shown } from "../../ui/States";
import type { Day } from "./days";
import { Entry } from "./Entry";
import { dayQuery, entryWasWritten } from "./entries";
import { FirstText } from "./firstText";

export function DayEntry({ day }: { day: Day }) {
  const user = useUser();
  return user ? <OneDay key={`${user.id} ${day}`} day={day} userId={user.id} /> : null;
}

function OneDay({ day, userId }: { day: Day; userId: string }) {
  const query = useQuery(dayQuery(day));
  const first = useFirstText(day, userId);
  // An entry that others begin meanwhile comes when it has what is typed here.
  const note: Note | null | undefined = first.isPending ? null : (query.data ?? first.note ?? query.data);
  if (note === undefined) return <Shown query={query}>{() => null}</Shown>;
  return <Entry day={day} note={note} first={first} />;
}

/** The text of this day before it has an entry; what is typed is sent also when the page is left. */
function useFirstText(day: Day, userId: string): FirstText {
  const [, showAnew] = useReducer((count: number) => count + 1, 0);
  const [first] = useState(
    () =>
      new FirstText(day, {
        shelf: shelfOf(userId, day),
        tell: showAnew,
        open: ({ note, etag }) => {
          client.setQueryData(noteKey(note.id), { ...note, etag });
          entryWasWritten(day, note);
          const document = documentOf(note.id);
          const release = hold(note.id);
          document.flush().then(release, release);
          return document;
        },
      }),
  );
  useEffect(() => onSignedOut((isOut) => void (isOut || first.flush())), [first]);
  useEffect(() => {
    const leave = () => first.leave();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [first]);
  return first;
}
