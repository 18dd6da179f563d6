/** A month to choose a day in, by pointer or by keys; days with an entry carry a mark. */
import { ActionIcon, useDirection } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import { format } from "../../i18n/dates";
import {
  addDays,
  addMonths,
  type Day,
  dateOf,
  dayInWords,
  firstDayOfWeek,
  monthInWords,
  today,
  weeksOf,
} from "./days";
import "./calendar.css";

interface Props {
  day: Day;
  /** The days that have an entry. */
  written: ReadonlySet<Day>;
  onChoose: (day: Day) => void;
}

export function Calendar({ day, written, onChoose }: Props) {
  const [cursor, setCursor] = useState(day);
  const grid = useRef<HTMLTableElement>(null);
  const takesFocus = useRef(false);
  const { dir } = useDirection();
  useEffect(() => setCursor(day), [day]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day under the keys has moved
  useEffect(() => {
    if (takesFocus.current) grid.current?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
    takesFocus.current = false;
  }, [cursor]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = afterKey(event, cursor, dir === "rtl");
    if (next === null) return;
    event.preventDefault();
    takesFocus.current = true;
    setCursor(next);
  };
  return (
    <div className="calendar">
      <div className="calendar-head">
        <p className="calendar-month" aria-live="polite">
          {monthInWords(cursor)}
        </p>
        <Step name={t("pages.journal.monthBefore")} isBack run={() => setCursor(addMonths(cursor, -1))} />
        <Step name={t("pages.journal.monthAfter")} run={() => setCursor(addMonths(cursor, 1))} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that takes keys */}
      <table ref={grid} role="grid" aria-label={t("pages.journal.calendar")} onKeyDown={onKeyDown}>
        <Weekdays />
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week[0]} data-present={week.includes(cursor) || undefined}>
              {week.map((each) => (
                <Cell
                  key={each}
                  day={each}
                  isShown={each === day}
                  isCursor={each === cursor}
                  isOutside={each.slice(0, 7) !== cursor.slice(0, 7)}
                  isWritten={written.has(each)}
                  choose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Step({ name, isBack, run }: { name: string; isBack?: boolean; run: () => void }) {
  const Icon = isBack ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      className="calendar-step"
      variant="subtle"
      color="gray"
      aria-label={name}
      title={name}
      onClick={run}
    >
      <Icon size={16} stroke={1.5} />
    </ActionIcon>
  );
}

function Weekdays() {
  const sunday = "2026-11-01";
  const days = Array.from({ length: 7 }, (_, index) => dateOf(addDays(sunday, firstDayOfWeek() + index)));
  return (
    <thead>
      <tr>
        {days.map((date) => (
          <th key={date.getDay()} scope="col" abbr={format({ weekday: "long" }).format(date)}>
            {format({ weekday: "narrow" }).format(date)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellProps {
  day: Day;
  isShown: boolean;
  isCursor: boolean;
  isOutside: boolean;
  isWritten: boolean;
  choose: (day: Day) => void;
}

function Cell({ day, isShown, isCursor, isOutside, isWritten, choose }: CellProps) {
  const words = isWritten ? t("pages.journal.written", { day: dayInWords(day) }) : dayInWords(day);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: within a grid, a td is a grid cell
    <td aria-selected={isShown}>
      <button
        type="button"
        className="calendar-day"
        data-outside={isOutside || undefined}
        data-written={isWritten || undefined}
        aria-current={day === today() ? "date" : undefined}
        aria-label={words}
        tabIndex={isCursor ? 0 : -1}
        onClick={() => choose(day)}
      >
        {dateOf(day).getDate()}
      </button>
    </td>
  );
}

/** The day that a key goes to; null for a key that means nothing here. */
export function afterKey(
  {
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    altKey,
  }: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">,
  day: Day,
  isRightToLeft: boolean,
): Day | null {
  if (ctrlKey || metaKey || altKey) return null;
  const forward = isRightToLeft ? -1 : 1;
  const intoWeek = (dateOf(day).getDay() - firstDayOfWeek() + 7) % 7;
  switch (key) {
    case "ArrowRight":
      return addDays(day, forward);
    case "ArrowLeft":
      return addDays(day, -forward);
    case "ArrowDown":
      return addDays(day, 7);
    case "ArrowUp":
      return addDays(day, -7);
    case "Home":
      return addDays(day, -intoWeek);
    case "End":
      return addDays(day, 6 - intoWeek);
    case "PageUp":
      return addMonths(day, shiftKey ? -12 : -1);
    case "PageDown":
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return null;
  }
}
