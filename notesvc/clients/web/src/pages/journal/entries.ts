/** Which days have an entry, and what stands beside a day. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, isProblem, type Note, type Schemas } from "../../api";
import { client } from "../../state/client";
import { entriesQuery } from "../../state/entries";
import { noteKey, noteWasWritten } from "../../state/notes";
import { type Day, dateOf } from "./days";

export type Entry = Schemas["Entry"];

/** The entry of a day; null where there is none. Reading creates nothing. */
export const dayQuery = (day: Day) =>
  queryOptions({
    queryKey: ["journal", "day", day],
    queryFn: async ({ signal }): Promise<Note | null> => {
      const entries = await client.fetchQuery(entriesQuery);
      if (!entries.some((entry) => entry.date === day)) return null;
      try {
        return await answer(
          api.GET("/api/workspace/journal/{date}", { params: { path: { date: day } }, signal }),
        );
      } catch (error) {
        if (isProblem(error, 404)) return null;
        throw error;
      }
    },
  });

/** The days with an entry before and after this one. */
export function neighbours(entries: readonly Entry[], day: Day): { before?: Day; after?: Day } {
  return {
    before: entries.findLast((entry) => entry.date < day)?.date,
    after: entries.find((entry) => entry.date > day)?.date,
  };
}

const LATEST = 4;

/** The last few entries before this day, the latest first. */
export function latestBefore(entries: readonly Entry[], day: Day): Entry[] {
  return entries
    .filter((entry) => entry.date < day)
    .slice(-LATEST)
    .reverse();
}

/** The entries of this day in earlier years, the latest first. */
export function earlierYears(entries: readonly Entry[], day: Day): Entry[] {
  return entries.filter((entry) => entry.date < day && entry.date.slice(4) === day.slice(4)).reverse();
}

export const yearsBetween = (earlier: Day, later: Day): number =>
  dateOf(later).getFullYear() - dateOf(earlier).getFullYear();

/** Show at once what a write answered. */
export function entryWasWritten(day: Day, note: Note): void {
  const known = client.getQueryData(dayQuery(day).queryKey);
  client.setQueryData(dayQuery(day).queryKey, note);
  noteWasWritten(note);
  client.setQueryData(entriesQuery.queryKey, (entries) => {
    if (entries === undefined || entries.some((entry) => entry.date === day)) return entries;
    return [...entries, { date: day, note }].sort((one, other) => one.date.localeCompare(other.date));
  });
  if (!known) void client.invalidateQueries({ queryKey: ["recents"] });
}

/** How the day was, beside the text, which stays as it is; null takes it away. */
export async function sayMood(day: Day, note: Note, mood: number | null): Promise<void> {
  const { mood: _, ...rest } = note.journalMeta ?? {};
  const journalMeta = mood === null ? rest : { ...rest, mood };
  const body = { journalMeta } as Schemas["EntryText"];
  const params = { path: { date: day } };
  client.setQueryData(dayQuery(day).queryKey, { ...note, journalMeta } as Note);
  try {
    entryWasWritten(day, await answer(api.PUT("/api/workspace/journal/{date}", { params, body })));
    await client.invalidateQueries({ queryKey: noteKey(note.id) });
  } catch (error) {
    client.setQueryData(dayQuery(day).queryKey, note);
    throw error;
  }
}
