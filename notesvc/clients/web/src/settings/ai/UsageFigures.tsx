/** What was used in the last 30 days: by day as a chart, by model and by what was asked, and what is left. */
import { useQuery } from "@tanstack/react-query";
import { nameOfAction } from "../../ai/actions";
import { nameOfProvider } from "../../ai/providers";
import { listed, t } from "../../i18n";
import { locale } from "../../i18n/dates";
import { type Tokens, type Usage, usageQuery } from "../../state/ai";
import { DayChart, dayName } from "../../ui/DayChart";
import { Waiting } from "../../ui/States";
import { everyDay } from "./days";

export function UsageFigures() {
  const usage = useQuery(usageQuery);
  return (
    <section>
      <h2>{t("ai.settings.usage")}</h2>
      <Waiting for={usage} />
      {usage.data &&
        (usage.data.total.requests === 0 ? <Nothing usage={usage.data} /> : <Figures usage={usage.data} />)}
    </section>
  );
}

function Nothing({ usage }: { usage: Usage }) {
  return (
    <>
      <p className="settings-hint">{t("ai.settings.noUsage")}</p>
      <Allowed usage={usage} />
    </>
  );
}

function Figures({ usage }: { usage: Usage }) {
  const { total, days, models, actions } = usage;
  const words = (tokens: Tokens) =>
    t("ai.settings.usedWords", { tokens: number(sumOf(tokens)), count: tokens.requests });
  const bars = everyDay(usage.from, usage.to).map((date) => {
    const day = days.find((each) => each.date === date);
    return { date, value: day ? sumOf(day) : 0, words: day ? words(day) : t("ai.settings.nothingUsed") };
  });
  return (
    <>
      <p className="ai-total">
        {words(total)} {total.cost !== null && total.cost > 0 && <Cost cost={total.cost} />}
      </p>
      <DayChart
        days={bars}
        label={t("common.about", { what: t("ai.settings.lastDays"), said: words(total) })}
      />
      <Allowed usage={usage} />
      <Table
        name={t("ai.settings.byModel")}
        rows={models.map((each) => [`${nameOfProvider(each.provider)} · ${each.model}`, each])}
      />
      <Table
        name={t("ai.settings.byAction")}
        rows={actions.map((each) => [nameOfAction(each.action), each])}
      />
      <Table
        name={t("ai.settings.byDay")}
        rows={days.toReversed().map((each) => [dayName(each.date), each])}
        isFolded
      />
    </>
  );
}

/** What is left of the budget of each model that was used, or what the budget is. */
function Allowed({ usage: { budget, models } }: { usage: Usage }) {
  if (budget.daily === null && budget.monthly === null)
    return <p className="settings-hint">{t("ai.settings.noBudget")}</p>;
  const parts = (given: { daily: number | null; monthly: number | null }, day: "leftToday" | "perDay") =>
    listed(
      [
        given.daily !== null && t(`ai.settings.${day}`, { count: given.daily, tokens: number(given.daily) }),
        given.monthly !== null &&
          t(day === "perDay" ? "ai.settings.perMonth" : "ai.settings.leftThisMonth", {
            tokens: number(given.monthly),
          }),
      ].filter((part) => part !== false),
    );
  return (
    <ul className="ai-budget">
      <li>{t("ai.settings.budget", { words: parts(budget, "perDay") })}</li>
      {models.map(({ provider, model, budget: left }) => (
        <li key={`${provider} ${model}`}>
          {model}: {parts({ daily: left.leftToday, monthly: left.leftThisMonth }, "leftToday")}
        </li>
      ))}
    </ul>
  );
}

interface TableProps {
  name: string;
  rows: (readonly [name: string, tokens: Tokens])[];
  isFolded?: boolean;
}

function Table({ name, rows, isFolded = false }: TableProps) {
  const hasCost = rows.some(([, { cost }]) => cost !== null && cost > 0);
  const table = (
    <table className="figures-table ai-figures">
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{t("ai.settings.requests")}</th>
          <th scope="col">{t("ai.settings.read")}</th>
          <th scope="col">{t("ai.settings.written")}</th>
          {hasCost && <th scope="col">{t("ai.settings.cost")}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(([each, { requests, input, output, cost }]) => (
          <tr key={each}>
            <th scope="row">{each}</th>
            <td>{number(requests)}</td>
            <td>{number(input)}</td>
            <td>{number(output)}</td>
            {hasCost && <td>{cost === null ? "–" : money(cost)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!isFolded) return table;
  return (
    <details>
      <summary>{name}</summary>
      {table}
    </details>
  );
}

const Cost = ({ cost }: { cost: number }) => (
  <span className="settings-hint">{t("ai.settings.costs", { cost: money(cost) })}</span>
);

const sumOf = ({ input, output, reserved }: Tokens): number => input + output + reserved;
const number = (count: number): string => new Intl.NumberFormat(locale()).format(count);
/** Without a sign: the administrator alone knows which currency the prices are in. */
const money = (cost: number): string =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(cost);
