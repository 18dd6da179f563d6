/** The journal: one entry a day, with a calendar beside it. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconCalendar } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useLocation, useParams } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { atStart, daysBetween, locale, nameOfNote } from "../i18n/dates";
import { type Command, useCommands } from "../shell/commands";
import { useEntries } from "../state/entries";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { Empty, Failure } from "../ui/States";
import { Beside } from "./journal/Beside";
import { Calendar } from "./journal/Calendar";
import { DayEntry } from "./journal/DayEntry";
import { type Day, dateOf, dayInWords, isDay, today } from "./journal/days";
import { neighbours } from "./journal/entries";
import { useToday } from "./journal/useToday";
import "./journal/journal.css";

export default function JournalPage() {
  const { date } = useParams();
  const now = useToday();
  if (date !== undefined && !isDay(date)) {
    return (
      <main className="page">
        <Heading title={t("pages.journal.title")} />
        <Empty title={t("pages.journal.noDay")}>
          <Link href={to.journal()}>{t("pages.journal.today")}</Link>
        </Empty>
      </main>
    );
  }
  return <OneDay day={date ?? now} />;
}

function OneDay({ day }: { day: Day }) {
  const [, go] = useLocation();
  const [showsCalendar, setShowsCalendar] = useState(false);
  const entries = useEntries();
  const known = entries.data ?? [];
  const written = useMemo(() => new Set(entries.data?.map((entry) => entry.date)), [entries.data]);
  const { before, after } = neighbours(known, day);
  const show = (other: Day) => go(to.journal(other === today() ? "" : other));
  const command = (id: "today" | "before" | "after", run: () => void): Command => ({
    id: `journal.${id}`,
    name: t(`pages.journal.${id}`),
    group: "go",
    run,
  });
  useCommands([
    command("today", () => go(to.journal())),
    ...(before ? [command("before", () => show(before))] : []),
    ...(after ? [command("after", () => show(after))] : []),
  ]);
  return (
    <main className="page journal">
      <Heading title={dayInWords(day)} lead={nearness(day)}>
        <Step name={t("pages.journal.before")} day={before} isBack />
        {day === today() ? (
          <span className="journal-today">{t("pages.journal.today")}</span>
        ) : (
          <Button variant="default" onClick={() => go(to.journal())}>
            {t("pages.journal.today")}
          </Button>
        )}
        <Step name={t("pages.journal.after")} day={after} />
        <ActionIcon
          className="journal-toggle"
          variant="default"
          size={36}
          aria-label={t("pages.journal.calendar")}
          aria-expanded={showsCalendar}
          onClick={() => setShowsCalendar(!showsCalendar)}
        >
          <IconCalendar size={16} stroke={1.5} />
        </ActionIcon>
      </Heading>
      <div className="journal-parts">
        <div className="journal-calendar" data-open={showsCalendar || undefined}>
          <Calendar day={day} written={written} onChoose={show} />
          {entries.isError && <Failure error={entries.error} retry={() => void entries.refetch()} />}
        </div>
        <div className="journal-entry">
          <DayEntry day={day} />
        </div>
        <Beside day={day} entries={known} />
      </div>
    </main>
  );
}

function Step({ name, day, isBack }: { name: string; day?: Day; isBack?: boolean }) {
  const [, go] = useLocation();
  const label = day ? t("common.about", { what: name, said: nameOfNote(day) }) : name;
  const Icon = isBack ? IconArrowLeft : IconArrowRight;
  return (
    <Tooltip label={label}>
      <ActionIcon
        className="journal-step"
        variant="default"
        size={36}
        aria-label={label}
        data-disabled={day === undefined || undefined}
        aria-disabled={day === undefined}
        onClick={() => day && go(to.journal(day === today() ? "" : day))}
      >
        <Icon size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}

/** "today", "tomorrow", "3 days ago"; nothing for days that are far. */
function nearness(day: Day): string {
  const days = daysBetween(new Date(), dateOf(day));
  // Today is said between the arrows.
  if (days === 0 || Math.abs(days) > 30) return "\u00a0";
  return atStart(new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(days, "day"));
}
