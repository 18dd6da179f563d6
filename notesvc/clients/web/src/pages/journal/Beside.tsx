/** Other days beside this one: those before it, and the same day in earlier years. */
import { to } from "../../addresses";
import { t } from "../../i18n";
import { format, nameOfNote } from "../../i18n/dates";
import { usePlain } from "../../render/plainWords";
import { useBeginning } from "../../state/beginnings";
import { Link } from "../../ui/Link";
import { type Day, dateOf } from "./days";
import { type Entry, earlierYears, latestBefore, yearsBetween } from "./entries";

interface Props {
  day: Day;
  entries: readonly Entry[];
}

export function Beside({ day, entries }: Props) {
  return (
    <div className="journal-beside">
      <Days
        title={t("pages.journal.daysBefore")}
        entries={latestBefore(entries, day)}
        named={(entry) => [nameOfNote(entry.date)]}
      />
      <Days
        title={t("pages.journal.onThisDay")}
        entries={earlierYears(entries, day)}
        named={(entry) => [
          format({ year: "numeric" }).format(dateOf(entry.date)),
          t("pages.journal.yearsAgo", { count: yearsBetween(entry.date, day) }),
        ]}
      />
    </div>
  );
}

interface DaysProps {
  title: string;
  entries: readonly Entry[];
  /** What the day is called, and what is said beside it. */
  named: (entry: Entry) => [name: string, aside?: string];
}

function Days({ title, entries, named }: DaysProps) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {entries.map((entry) => {
          const [name, aside] = named(entry);
          return (
            <li key={entry.date}>
              <Link href={to.journal(entry.date)}>
                <span className="journal-day">
                  <time dateTime={entry.date}>{name}</time>
                  {aside && <span>{aside}</span>}
                </span>
                <Words of={entry} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Words({ of: { note } }: { of: Entry }) {
  return (
    <span className="journal-words" dir="auto">
      {usePlain(useBeginning(note))}
    </span>
  );
}
