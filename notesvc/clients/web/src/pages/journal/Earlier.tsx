/** What was written on this day in earlier years. */
import { useQuery } from "@tanstack/react-query";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { format } from "../../i18n/dates";
import { Link } from "../../ui/Link";
import { type Day, dateOf } from "./days";
import { beginning, dayQuery, type Entry, earlierYears, yearsBetween } from "./entries";

const FIRST = 5;

export function Earlier({ day, entries }: { day: Day; entries: readonly Entry[] }) {
  const earlier = earlierYears(entries, day);
  if (earlier.length === 0) return null;
  return (
    <section className="journal-earlier" aria-labelledby="journal-earlier">
      <h2 id="journal-earlier">{t("pages.journal.onThisDay")}</h2>
      <ul>
        {earlier.map((entry, index) => (
          <li key={entry.date}>
            <Link href={to.journal(entry.date)}>
              <span className="journal-year">
                <time dateTime={entry.date}>{format({ year: "numeric" }).format(dateOf(entry.date))}</time>
                <span>{t("pages.journal.yearsAgo", { count: yearsBetween(entry.date, day) })}</span>
              </span>
              {index < FIRST && <Words day={entry.date} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ day }: { day: Day }) {
  const note = useQuery(dayQuery(day)).data;
  return (
    <span className="journal-words" dir="auto">
      {note && beginning(note.content)}
    </span>
  );
}
