import type { PageText } from "./page/read.ts";
import type { Template } from "./store/settings.ts";

/** The template for an address: the one with the longest match. `/…/` is a regular expression, else a beginning. */
export function templateFor(url: string, templates: readonly Template[]): Template | undefined {
  const fitting = templates.filter(({ match }) => fits(url, match));
  return fitting.toSorted((one, other) => other.match.length - one.match.length)[0];
}

function fits(url: string, match: string): boolean {
  if (match.length > 2 && match.startsWith("/") && match.endsWith("/")) {
    try {
      return new RegExp(match.slice(1, -1), "i").test(url);
    } catch {
      return false;
    }
  }
  const bare = (text: string) => text.replace(/^https?:\/\/(www\.)?/i, "").toLowerCase();
  return match.trim() !== "" && bare(url).startsWith(bare(match.trim()));
}

/** The places of a text, filled: `{{title}}`, `{{schema:author.name}}`. What is unknown stays empty. */
export function fill(text: string, page: PageText, now: number): string {
  const plain: Record<string, string> = {
    title: page.title,
    url: page.url,
    author: page.author,
    published: page.published,
    site: page.site,
    description: page.description,
    selection: page.selection,
    date: new Date(now).toISOString().slice(0, 10),
    content: page.markdown,
  };
  return text.replace(/\{\{\s*(schema:)?([^{}]+?)\s*\}\}/g, (_, schema: string | undefined, name: string) =>
    schema ? fromSchema(page.schema, name) : Object.hasOwn(plain, name) ? (plain[name] ?? "") : "",
  );
}

/** The value at a path in what the page says by schema.org: `Recipe.author.name`, or without the kind. */
function fromSchema(schema: unknown, path: string): string {
  const parts = path.replace(/^@/, "").split(".");
  for (const item of itemsOf(schema)) {
    const kinds = [item["@type"]].flat().map(String);
    const inner = kinds.includes(parts[0] ?? "") ? parts.slice(1) : parts;
    const value = inner.reduce<unknown>(step, item);
    if (value !== undefined && value !== null && value !== "") return shown(value);
  }
  return "";
}

function itemsOf(schema: unknown): Record<string, unknown>[] {
  const items = [schema].flat(3).filter((item) => typeof item === "object" && item !== null) as Record<
    string,
    unknown
  >[];
  return items.flatMap((item) => [item, ...itemsOf(item["@graph"] ?? null)]);
}

function step(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => step(each, name)).filter((each) => each !== undefined);
  const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isThere ? (value as Record<string, unknown>)[name] : undefined;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).filter(Boolean).join(", ");
  if (typeof value === "object" && value !== null)
    return shown((value as Record<string, unknown>).name ?? "");
  return String(value);
}
