/** The notes that mention a person, by month, the latest first. */
import type { NoteMetadata } from "../../api";
import { atStart, format } from "../../i18n/dates";

export type TimelineRow =
  | { kind: "month"; key: string; name: string; count: number }
  | { kind: "note"; key: string; note: NoteMetadata; at: string };

/** The day of a journal entry is in its name; any other note stands where it was changed last. */
export function momentOf(note: NoteMetadata): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(note.name) && !Number.isNaN(Date.parse(note.name));
  return isDay ? `${note.name}T12:00:00` : note.updatedAt;
}

export function timeline(notes: readonly NoteMetadata[]): TimelineRow[] {
  const dated = notes.map((note) => ({ note, at: momentOf(note), date: new Date(momentOf(note)) }));
  dated.sort((one, other) => other.date.getTime() - one.date.getTime());
  const months = new Map<string, TimelineRow[]>();
  for (const { note, at, date } of dated) {
    const month = `${date.getFullYear()}-${date.getMonth()}`;
    const rows = months.get(month) ?? [{ kind: "month", key: month, name: monthName(date), count: 0 }];
    rows.push({ kind: "note", key: note.id, note, at });
    if (rows[0]?.kind === "month") rows[0].count += 1;
    months.set(month, rows);
  }
  return [...months.values()].flat();
}

const monthName = (date: Date) => atStart(format({ month: "long", year: "numeric" }).format(date));
