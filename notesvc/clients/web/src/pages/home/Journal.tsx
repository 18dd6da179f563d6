/** The journal at the start of a day: its entry, and those of the same day in earlier years. */
import { IconNotebook } from "@tabler/icons-react";
import { to } from "../../addresses";
import type { NoteMetadata } from "../../api";
import { t } from "../../i18n";
import { usePlain } from "../../render/plainWords";
import { useBeginning } from "../../state/beginnings";
import { useEntries } from "../../state/entries";
import { Link } from "../../ui/Link";
import { dayInWords } from "../journal/days";
import { useToday } from "../journal/useToday";

export function Today() {
  const entries = useEntries().data;
  const now = useToday();
  const entry = entries?.find(({ date }) => date === now);
  return (
    <div className="home-today">
      <IconNotebook size={18} stroke={1.5} aria-hidden="true" />
      <Link className="row-name" href={to.journal()}>
        {t(entry ? "shell.start.today" : "shell.start.begin")}
      </Link>
      {entry && <Words note={entry.note} />}
    </div>
  );
}

export function OnThisDay() {
  const now = useToday();
  const earlier = (useEntries().data ?? []).filter(
    ({ date }) => date < now && date.slice(4) === now.slice(4),
  );
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="home-this-day">
      <h2 id="home-this-day">{t("shell.start.onThisDay")}</h2>
      <ul className="home-days">
        {earlier.reverse().map(({ date, note }) => (
          <li key={date}>
            <Link className="row-name" href={to.journal(date)} title={dayInWords(date)}>
              {date.slice(0, 4)}
            </Link>
            <Words note={note} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ note }: { note: NoteMetadata }) {
  return (
    <p className="home-words" dir="auto">
      {usePlain(useBeginning(note))}
    </p>
  );
}
