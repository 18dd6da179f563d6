/** How often a public link was looked at: the last 30 days as a chart, where people came from, and both as text. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../i18n";
import { type DayOfViews, type Share, viewsQuery } from "../../state/shares";
import { DayChart, dayName } from "../../ui/DayChart";
import { Waiting } from "../../ui/States";
import { DIRECT, mostOf, OTHERS, sources, totalOf } from "./viewing";

const DAYS = 30;
const HOSTS_SHOWN = 10;

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
  const label = t("common.about", {
    what: t("shares.chart.last"),
    said: t("shares.chart.total", { count: totalOf(days) }),
  });
  const bars = days.map(({ date, views }) => ({
    date,
    value: views,
    words: t("shares.views", { count: views }),
  }));
  return <DayChart days={bars} label={label} />;
}

function Sources({ days }: { days: readonly DayOfViews[] }) {
  return (
    <table className="figures-table">
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
      <table className="figures-table">
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

function hostName(host: string) {
  if (host === DIRECT) return t("shares.chart.direct");
  return host === OTHERS ? t("shares.chart.others") : <bdi dir="ltr">{host}</bdi>;
}
