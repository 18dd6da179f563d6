import { endSentence } from "./marks.ts";
import { isInvisible } from "./tidy.ts";
import { countWords } from "./words.ts";

const HEADING = "h1, h2, h3, h4, h5, h6";
const ARTICLE = "article, .post-content, .entry-content, .article-content, .markdown-body";
const CALLOUT = "[class*=callout], [class*=admonition], [class*=alert]";
const ENOUGH_SENTENCES = 3;
const ENOUGH_WORDS = 20;
const NAMES = "id class role data-component data-test data-testid data-test-id data-qa data-cy".split(" ");
const BLOCK = "p, li, dd, div";
const HOLDS_BLOCKS = `${BLOCK}, section, article, table, pre, ul, ol`;

/** Sections of prose lose the names for which readers would leave them out. */
export function keepProse(page: Document): void {
  const place = placeOf(page);
  if (!place) return;
  for (const section of place.querySelectorAll("section, div, aside")) {
    if (section.matches(CALLOUT) || !isProse(section) || !isPartOf(place, section)) continue;
    for (const child of section.children) if (child.matches(`${HEADING}, p`)) unname(child);
    for (let around: Element | null = section; around && around !== place; around = around.parentElement)
      unname(around);
    // What a heading says would count against its section.
    section.className = "content";
    if (section.localName === "aside") rename(section, "section");
  }
  for (const list of place.querySelectorAll("ul, ol"))
    if (isTold(list)) for (const item of list.children) if (item.localName === "li") endSentence(item);
}

/** The headings of the article below which several sentences are missing in the text that was kept of it. */
export function headingsLeftOut(page: Document, kept: string): string[] {
  const place = placeOf(page);
  const lettersKept = lettersOf(kept);
  const lost = new Map<string, number>();
  let heading = "";
  for (const element of place?.querySelectorAll(`${HEADING}, ${BLOCK}`) ?? []) {
    if (element.matches(HEADING)) heading = (element.textContent ?? "").replace(/\s+/g, " ").trim();
    else if (heading !== "" && isLost(element, lettersKept))
      lost.set(heading, (lost.get(heading) ?? 0) + countWords(wordsOutsideLinks(element)));
  }
  return [...lost].filter(([, count]) => count >= ENOUGH_WORDS).map(([heading]) => heading);
}

/** The longest article, unless it is one of several that the page lists. */
function placeOf(page: Document): Element | null {
  const whole = page.querySelector("main, [role=main], #content");
  const length = (element: Element | null | undefined): number => element?.textContent?.trim().length ?? 0;
  const [longest] = [...page.querySelectorAll(ARTICLE)].sort((one, other) => length(other) - length(one));
  return longest && length(longest) * 2 >= length(whole) ? longest : whole;
}

/** Comments are often articles within the article. */
const isPartOf = (place: Element, section: Element): boolean =>
  section.closest("article") === place.closest("article");

/** A heading and sentences right below it: comments, lists of links and forms are built otherwise. */
function isProse(section: Element): boolean {
  if (!section.firstElementChild?.matches(HEADING) || section.querySelector("form, textarea")) return false;
  const paragraphs = [...section.children].filter((child) => child.localName === "p");
  return sentencesIn(paragraphs) >= ENOUGH_SENTENCES;
}

/** A short list is taken for what is said about the article, unless it follows its words or is to be ticked. */
function isTold(list: Element): boolean {
  const before = list.previousElementSibling;
  const hasBoxes = list.querySelector("li input[type=checkbox]") !== null;
  return hasBoxes || (before?.localName === "p" && sentencesIn([before]) > 0);
}

function sentencesIn(paragraphs: readonly Element[]): number {
  const said = paragraphs.map(wordsOutsideLinks).join(" ");
  return said.match(/[^\s.!?。！？؟]+[.!?。！？؟]+/gu)?.length ?? 0;
}

function isLost(block: Element, lettersKept: string): boolean {
  if (block.querySelector(`${HOLDS_BLOCKS}, math, .katex, mjx-container`) !== null) return false;
  const letters = lettersOf(block.textContent ?? "");
  return letters !== "" && !lettersKept.includes(letters) && !isInvisible(block);
}

const lettersOf = (text: string): string => text.replace(/\P{L}+/gu, "");

function wordsOutsideLinks(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const other of copy.querySelectorAll("a, script, style, noscript")) other.remove();
  return copy.textContent ?? "";
}

function unname(element: Element): void {
  for (const name of NAMES) element.removeAttribute(name);
}

function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.className = element.className;
  other.append(...element.childNodes);
  element.replaceWith(other);
}
