/** The first words of notes, or those that mention a person. Rows that are drawn together ask together. */
import { useQuery } from "@tanstack/react-query";
import { answer, api, type NoteMetadata } from "../api";

/** As many as the service answers at once. */
const MOST = 100;

interface Batch {
  ids: string[];
  words: Promise<Map<string, string>>;
}

/** By the person that they are about; empty for the first words. */
const gathering = new Map<string, Batch>();

/** How the note begins, or what it says of the person, in plain words; undefined until it is known. */
export function useBeginning(
  { id, updatedAt }: Pick<NoteMetadata, "id" | "updatedAt">,
  person = "",
): string | undefined {
  return useQuery({
    queryKey: ["beginning", id, updatedAt, person],
    queryFn: () => beginningOf(id, person),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

async function beginningOf(id: string, person: string): Promise<string> {
  let batch = gathering.get(person);
  if (batch === undefined || batch.ids.length === MOST) batch = gather(person);
  batch.ids.push(id);
  return (await batch.words).get(id) ?? "";
}

function gather(person: string): Batch {
  const ids: string[] = [];
  const words = new Promise((begin) => setTimeout(begin)).then(async () => {
    if (gathering.get(person)?.ids === ids) gathering.delete(person);
    const query = { ids: ids.join(","), person: person || undefined };
    const { beginnings } = await answer(api.GET("/api/workspace/beginnings", { params: { query } }));
    return new Map(beginnings.map(({ id, text }) => [id, text]));
  });
  const batch = { ids, words };
  gathering.set(person, batch);
  return batch;
}
