/** People whom one may think of when sharing: those around other notes, and people with an address. */
import { useMemo } from "react";
import { client } from "../state/client";
import { type CollaboratorList, readersOf, useShared } from "../state/collaborators";
import { usePeople } from "../state/people";
import { useUser } from "../state/session";

export interface Known {
  /** What is written into the field: a handle or an address. */
  value: string;
  name: string;
}

/** Each once, by name. Those who are around the note already are left out, and so is oneself. */
export function useKnown(noteId: string): Known[] {
  const shared = useShared().data;
  const people = usePeople().data;
  const me = useUser()?.handle;
  return useMemo(() => {
    const lists = client.getQueriesData<CollaboratorList>({ queryKey: ["collaborators"] });
    const here = lists.find(([[, id]]) => id === noteId)?.[1];
    const around = lists.flatMap(([, list]) => (list ? readersOf(list) : []));
    const owners = shared?.map(({ owner }) => owner) ?? [];
    const byHandle = [...owners, ...around].map(({ handle, name }) => ({ value: `@${handle}`, name }));
    const byAddress = people?.flatMap(({ email, name }) => (email ? [{ value: email, name }] : [])) ?? [];
    const found = new Map([...byHandle, ...byAddress].map((each) => [each.value, each]));
    for (const { handle } of here ? readersOf(here) : []) found.delete(`@${handle}`);
    found.delete(`@${me}`);
    return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
  }, [noteId, shared, people, me]);
}
