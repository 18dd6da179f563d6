/** The views of days, summed up for a chart and its tables. */
import type { DayOfViews } from "../../state/shares";

/** The host that stands for those who came by none, and the one of the rest of many. */
export const DIRECT = "";
export const OTHERS = "…";

/** How many came from where, the most first; those whose way nobody told come last. */
export function sources(days: readonly DayOfViews[]): [host: string, views: number][] {
  const found = new Map<string, number>();
  let direct = 0;
  for (const { views, referrers } of days) {
    direct += views;
    for (const { host, views } of referrers) {
      found.set(host, (found.get(host) ?? 0) + views);
      direct -= views;
    }
  }
  const hosts = [...found].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return direct > 0 ? [...hosts, [DIRECT, direct]] : hosts;
}

export const totalOf = (days: readonly DayOfViews[]): number =>
  days.reduce((sum, { views }) => sum + views, 0);

export const mostOf = (days: readonly DayOfViews[]): number =>
  days.reduce((most, { views }) => Math.max(most, views), 0);
