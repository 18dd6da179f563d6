/** The entry of a day, or an empty page that becomes one. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import { onSignedOut, useUser } from "../../state/session";
import { Shown } from "../parts/States";
import { Beginning, shelfOf } from "./beginnings";
import type { Day } from "./days";
import { Entry } from "./Entry";
import { dayQuery, entryWasWritten } from "./entries";
import { Writing } from "./Writing";

export function DayEntry({ day }: { day: Day }) {
  const user = useUser();
  return user ? <OneDay key={`${user.id} ${day}`} day={day} userId={user.id} /> : null;
}

function OneDay({ day, userId }: { day: Day; userId: string }) {
  const query = useQuery(dayQuery(day));
  const beginning = useBeginning(day, userId);
  const [handedOver, setHandedOver] = useState<{ isFocused: boolean } | null>(null);
  const isWriting = handedOver === null && (beginning.state !== "empty" || query.data === null);
  if (isWriting) {
    return <Writing day={day} beginning={beginning} onRest={(isFocused) => setHandedOver({ isFocused })} />;
  }
  return (
    <Shown query={query}>
      {(note) => note && <Entry day={day} note={note} takesFocus={handedOver?.isFocused ?? false} />}
    </Shown>
  );
}

/** The writing of this day; what is typed is sent also when the page is left. */
function useBeginning(day: Day, userId: string): Beginning {
  const [, showAnew] = useReducer((count: number) => count + 1, 0);
  const [beginning] = useState(() => {
    const begun: Beginning = new Beginning(day, shelfOf(userId, day), () => {
      if (begun.note && begun.state === "saved") entryWasWritten(day, begun.note);
      showAnew();
    });
    return begun;
  });
  useEffect(() => onSignedOut((isOut) => void (isOut || beginning.flush())), [beginning]);
  useEffect(() => () => void beginning.flush(), [beginning]);
  return beginning;
}
