const DAY_MS = 86_400_000;

/** Every day of UTC from the first to the last, both included. */
export function everyDay(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
