/** How often a public link was looked at: the last 30 days as a chart, where people came from, and both as text. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../i18n";
import { format } from "../../i18n/dates";
import { type DayOfViews, type Share, viewsQuery } from "../../state/shares";
import { Waiting } from "../../ui/States";
import { DIRECT, middayOf, mostOf, OTHERS, sources, totalOf } from "./viewing";

const DAYS = 30;
const HOSTS_SHOWN = 10;
const HEIGHT = 64;
/** Of a day, in the units of the drawing: a bar and the space beside it. */
const BAR = 8;
const STEP = 10;

export function LinkViews({ share }: { share: Share }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="link-part" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("shares.chart.title")}</summary>
      {isOpen && <Views shareId={share.id} />}
    </details>
  );
}

function Views({ shareId }: { shareId: string }) {
  const views = useQuery(viewsQuery(shareId, DAYS));
  if (!views.data) return <Waiting for={views} />;
  const total = totalOf(views.data);
  if (total === 0) return <p className="settings-hint">{t("shares.chart.none")}</p>;
  return (
    <>
      <p className="link-total">
        {t("shares.chart.total", { count: total })}{" "}
        <span className="settings-hint">{t("shares.chart.most", { count: mostOf(views.data) })}</span>
      </p>
      <Chart days={views.data} />
      <Sources days={views.data} />
      <DayTable days={views.data} />
    </>
  );
}

function Chart({ days }: { days: readonly DayOfViews[] }) {
  const most = mostOf(days);
  const width = days.length * STEP - (STEP - BAR);
  const label = `${t("shares.chart.last")}: ${t("shares.chart.total", { count: totalOf(days) })}`;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="link-chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="none">
        {days.map(({ date, views }, at) => {
          const height = views === 0 ? 1 : Math.max(3, (views / most) * HEIGHT);
          return (
            <rect
              key={date}
              className={views === 0 ? "link-bar is-none" : "link-bar"}
              x={at * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            >
              <title>{`${dayName(date)}: ${t("shares.views", { count: views })}`}</title>
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

function Sources({ days }: { days: readonly DayOfViews[] }) {
  return (
    <table className="link-table">
      <caption>{t("shares.chart.from")}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("shares.chart.host")}</th>
          <th scope="col">{t("shares.chart.views")}</th>
        </tr>
      </thead>
      <tbody>
        {sources(days)
          .slice(0, HOSTS_SHOWN)
          .map(([host, views]) => (
            <tr key={host}>
              <th scope="row">{hostName(host)}</th>
              <td>{views}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function DayTable({ days }: { days: readonly DayOfViews[] }) {
  return (
    <details className="link-part">
      <summary>{t("shares.chart.table")}</summary>
      <table className="link-table">
        <caption className="sr-only">{t("shares.chart.last")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("shares.chart.day")}</th>
            <th scope="col">{t("shares.chart.views")}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, views }) => (
            <tr key={date}>
              <th scope="row">{dayName(date)}</th>
              <td>{views}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const dayName = (date: string) =>
  format({ day: "numeric", month: "short", timeZone: "UTC" }).format(middayOf(date));

function hostName(host: string) {
  if (host === DIRECT) return t("shares.chart.direct");
  return host === OTHERS ? t("shares.chart.others") : <bdi dir="ltr">{host}</bdi>;
}
