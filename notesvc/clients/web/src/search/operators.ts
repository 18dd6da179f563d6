/** The language of the search box as its menus write and read it; the service has the same. */

export type Operator = "tag" | "person" | "title" | "in" | "is" | "has" | "before" | "after";

export interface Part {
  /** As it stands in the box. */
  text: string;
  operator: Operator | null;
  value: string;
  isNegated: boolean;
}

const PART =
  /(-(?!-))?(?:(tag|person|title|in|folder|is|has|before|after):(?=[^\s()])|([#$])(?=[^\s()]))?(?:"([^"]*)"?|([^\s"()]+|[()]))/gi;
const OTHERS: Record<string, Operator> = { "#": "tag", $: "person", folder: "in" };

/** What the query is made of, in order. */
export function partsOf(query: string): Part[] {
  return [...query.matchAll(PART)].map(([text, not, named, sign, phrase, word]) => {
    const said = named?.toLowerCase() ?? sign ?? "";
    const operator = OTHERS[said] ?? ((said || null) as Operator | null);
    return { text, operator, value: (phrase ?? word ?? "").trim(), isNegated: not !== undefined };
  });
}

/** An operator with its value, quoted where it has to be. */
export function written(operator: Operator, value: string): string {
  const plain = value.replaceAll('"', " ").trim();
  return `${operator}:${/\s/.test(plain) ? `"${plain}"` : plain}`;
}

/** The query with the part: added at its end, or taken out where it is in already. */
export function toggled(query: string, operator: Operator, value: string): string {
  return has(query, operator, value)
    ? without(query, operator, value)
    : added(query, written(operator, value));
}

/** The query with this value in place of any other of the operator; null: with none. */
export function replaced(query: string, operator: Operator, value: string | null): string {
  const others = partsOf(query)
    .filter((part) => part.operator !== operator || part.isNegated)
    .map((part) => part.text)
    .join(" ");
  return value === null ? others : added(others, written(operator, value));
}

export function has(query: string, operator: Operator, value: string): boolean {
  return partsOf(query).some((part) => is(part, operator, value));
}

export const soughtValue = (query: string, operator: Operator): string | null =>
  partsOf(query).find((part) => part.operator === operator && !part.isNegated)?.value ?? null;

function without(query: string, operator: Operator, value: string): string {
  return partsOf(query)
    .filter((part) => !is(part, operator, value))
    .map((part) => part.text)
    .join(" ");
}

export const added = (query: string, part: string): string =>
  query.trim() ? `${query.trim()} ${part}` : part;

const is = (part: Part, operator: Operator, value: string) =>
  part.operator === operator && !part.isNegated && part.value.toLowerCase() === value.toLowerCase();

export interface WrittenFilter extends Part {
  operator: Exclude<Operator, "is">;
  place: number;
}

/** The filters that can be taken out without changing what the rest means, with their places among the parts; the
 * service shows the same (`text/search/pieces.py`). */
export function filtersToShow(query: string): WrittenFilter[] {
  const parts = partsOf(query);
  if (parts.some(({ text, operator }) => operator === null && /^(?:OR|-?[()])$/.test(text))) return [];
  return parts.flatMap((part, place) => {
    const { operator, value, text } = part;
    if (operator === null || operator === "is" || value === "" || /^-?\$/.test(text)) return [];
    return [{ ...part, operator, place }];
  });
}

/** The query without the part at this place. */
export const withoutPart = (query: string, place: number): string =>
  partsOf(query)
    .filter((_, at) => at !== place)
    .map((part) => part.text)
    .join(" ");

const KINDS = /^(attachment|code|image|link|table|task)s?$/i;
const DAY = /^\d{4}(-\d{1,2}(-\d{1,2})?)?$/;

/** What the service would refuse, so that a half-written operator is no error yet. */
export function errorOf(query: string): "is" | "has" | "date" | null {
  for (const { operator, value } of partsOf(query)) {
    if (operator === "is" && !/^(journal|trashed)$/i.test(value)) return "is";
    if (operator === "has" && !KINDS.test(value)) return "has";
    if ((operator === "before" || operator === "after") && !isDay(value)) return "date";
  }
  return null;
}

const PATTERN = /^\/.+\/[a-z]*$/;
const FILTER = /^([a-z]+:)(?!\/\/)\S/i;

/** What looks as if it meant more than words and does not: a pattern, or the name of a filter that there is none of. */
export function notUnderstood(query: string): { pattern: true } | { filter: string } | null {
  for (const { text, operator, value } of partsOf(query)) {
    if (operator !== null || /^-?"/.test(text)) continue;
    if (PATTERN.test(value)) return { pattern: true };
    const filter = FILTER.exec(value)?.[1];
    if (filter) return { filter };
  }
  return null;
}

function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  const [year, month = 1, day = 1] = value.split("-").map(Number);
  if (!year) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
