/** The first words of notes. Rows that are drawn together ask together. */
import { useQuery } from "@tanstack/react-query";
import { answer, api, type NoteMetadata } from "../api";

/** As many as the service answers at once. */
const MOST = 100;

interface Batch {
  ids: string[];
  words: Promise<Map<string, string>>;
}

let gathering: Batch | null = null;

/** How the note begins, in plain words; undefined until it is known. */
export function useBeginning({ id, updatedAt }: Pick<NoteMetadata, "id" | "updatedAt">): string | undefined {
  return useQuery({
    queryKey: ["beginning", id, updatedAt],
    queryFn: () => beginningOf(id),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

async function beginningOf(id: string): Promise<string> {
  if (gathering === null || gathering.ids.length === MOST) gathering = gather();
  gathering.ids.push(id);
  return (await gathering.words).get(id) ?? "";
}

function gather(): Batch {
  const ids: string[] = [];
  const words = new Promise((begin) => setTimeout(begin)).then(async () => {
    if (gathering?.ids === ids) gathering = null;
    const query = { ids: ids.join(",") };
    const { beginnings } = await answer(api.GET("/api/workspace/beginnings", { params: { query } }));
    return new Map(beginnings.map(({ id, text }) => [id, text]));
  });
  return { ids, words };
}
