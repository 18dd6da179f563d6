import { Readability } from "@mozilla/readability";
import Defuddle, { createMarkdownContent } from "defuddle/full";
import { nameLanguages } from "./code.ts";
import { keepStyles, withBoxes, withoutSeams } from "./marks.ts";
import { headingsLeftOut, keepProse } from "./sections.ts";
import { fillSpans, plainHeads } from "./tables.ts";
import { copyOf, dropHidden, makeAbsolute, prepare } from "./tidy.ts";
import { countWords } from "./words.ts";

export type ReadMode = "article" | "selection" | "full";

/** What a page says of itself, and its text as Markdown. */
export interface PageText {
  title: string;
  url: string;
  author: string;
  published: string;
  description: string;
  site: string;
  language: string;
  schema: unknown;
  markdown: string;
  words: number;
  /** How many words the page shows altogether. */
  pageWords: number;
  /** The headings of what the article says and the text does not. */
  leftOut: string[];
  selection: string;
  isPicture: boolean;
}

/** Everything stays, but code, formulas, footnotes and pictures get one form. */
const AS_IT_IS = {
  contentSelector: "#kept",
  useAsync: false,
  removeExactSelectors: false,
  removePartialSelectors: false,
  removeHiddenElements: false,
  removeLowScoring: false,
  removeContentPatterns: false,
  includeReplies: true,
};

/** Readability is believed where Defuddle keeps less than this of what it keeps. */
const GUARD = 0.8;

/** Read the page; nothing on it changes, and nothing is fetched. */
export function readPage(page: Document, mode: ReadMode): PageText {
  const prepared = preparedCopy(page);
  const found = new Defuddle(prepared.cloneNode(true) as Document, {
    url: page.URL,
    useAsync: false,
    includeReplies: "extractors",
  }).parse();
  const selection = selectedHtml(page);
  const html = {
    article: () => articleHtml(page, found.content, prepared),
    selection: () => inOneForm(selection, page),
    full: () => inOneForm(fullHtml(page), page),
  };
  const chosen = withoutSeams(html[mode]());
  const markdown = toMarkdown(chosen, page);
  return {
    title: (found.title || page.title || page.URL).trim(),
    url: canonical(page),
    author: found.author ?? "",
    published: found.published ?? "",
    description: found.description ?? "",
    site: found.site ?? "",
    language: page.documentElement.lang || found.language || "",
    schema: found.schemaOrgData ?? null,
    markdown,
    words: countWords(textOf(chosen)),
    pageWords: countWords(visibleText(page)),
    leftOut: mode === "article" ? headingsLeftOut(page, textOf(chosen)) : [],
    selection: page.getSelection()?.toString() ?? "",
    isPicture: page.contentType.startsWith("image/"),
  };
}

/** Defuddle's choice, which keeps code, formulas and footnotes; Readability's where that lost much of the text. */
function articleHtml(page: Document, defuddled: string, prepared: Document): string {
  const kept = countWords(textOf(defuddled));
  const guard = readability(prepared);
  if (guard !== undefined && kept < GUARD * countWords(textOf(guard))) return inOneForm(guard, page);
  return kept > 0 || defuddled.includes("<img") ? defuddled : fullHtml(page);
}

/** The same with code, formulas and footnotes as they are written here; as it was, where that lost something. */
function inOneForm(html: string, page: Document): string {
  if (html === "") return "";
  const apart = new DOMParser().parseFromString(`<div id="kept">${html}</div>`, "text/html");
  const { content } = new Defuddle(apart, { ...AS_IT_IS, url: page.URL }).parse();
  return countWords(textOf(content)) < GUARD * countWords(textOf(html)) ? html : content;
}

function readability(prepared: Document): string | undefined {
  try {
    return new Readability(prepared, { keepClasses: true }).parse()?.content ?? undefined;
  } catch {
    return undefined;
  }
}

function preparedCopy(page: Document): Document {
  const copy = copyOf(page);
  if (!copy.body) return copy;
  keepProse(copy);
  prepare(copy.body);
  return copy;
}

function fullHtml(page: Document): string {
  const body = page.body?.cloneNode(true) as HTMLElement | undefined;
  if (!body) return "";
  dropHidden(page.body, body);
  prepare(body);
  makeAbsolute(body, page.baseURI);
  return body.innerHTML;
}

function selectedHtml(page: Document): string {
  const selection = page.getSelection();
  if (!selection || selection.isCollapsed) return "";
  const around = page.createElement("div");
  for (let number = 0; number < selection.rangeCount; number++) {
    around.append(selection.getRangeAt(number).cloneContents());
  }
  prepare(around);
  makeAbsolute(around, page.baseURI);
  return around.innerHTML;
}

function toMarkdown(html: string, page: Document): string {
  if (html === "") return "";
  const { body } = new DOMParser().parseFromString(html, "text/html");
  fillSpans(body);
  plainHeads(body);
  nameLanguages(body, page);
  keepStyles(body);
  return withBoxes(createMarkdownContent(body.innerHTML, page.URL)).trim();
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}

function visibleText(page: Document): string {
  const body = page.body as HTMLElement | null;
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
  return body?.innerText ?? body?.textContent ?? "";
}

/** The address that the page gives itself, if it is on the same site; parts of one page are one page. */
function canonical(page: Document): string {
  const named = page.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  try {
    if (named && new URL(named).origin === new URL(page.URL).origin && new URL(named).pathname !== "/")
      return named;
  } catch {
    return page.URL;
  }
  return page.URL;
}
