/** A number for each of some days, as bars. */
import { format } from "../i18n/dates";
import "./day-chart.css";
import { t } from "../i18n";

const HEIGHT = 64;
/** Of a day, in the units of the drawing: a bar and the space beside it. */
const BAR = 8;
const STEP = 10;

interface Props {
  /** `date` is a day of the service, which is one of UTC. */
  days: readonly { date: string; value: number; words: string }[];
  label: string;
}

export function DayChart({ days, label }: Props) {
  const most = days.reduce((sum, { value }) => Math.max(sum, value), 1);
  const width = days.length * STEP - (STEP - BAR);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="day-chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="none">
        {days.map(({ date, value, words }, at) => {
          const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
          return (
            <rect
              key={date}
              className={value === 0 ? "day-bar is-none" : "day-bar"}
              x={at * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            >
              <title>{t("common.about", { what: dayName(date), said: words })}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{first && dayName(first.date)}</span>
        <span>{last && dayName(last.date)}</span>
      </figcaption>
    </figure>
  );
}

/** A day of UTC as a moment that is formatted in UTC. */
export const middayOf = (date: string): Date => new Date(`${date}T12:00:00Z`);

export const dayName = (date: string): string =>
  format({ day: "numeric", month: "short", timeZone: "UTC" }).format(middayOf(date));
