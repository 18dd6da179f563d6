/** What the readers of a page would change is marked before they read it, and written as it was afterwards. */

/** Noncharacters: no page shows them. */
const SEAM = "\ufdd0";
const HOLD = "\ufdd1";
const JOINER = "\ufdd2";
const BOX = "\ufdd3";
const TICKED = "\ufdd4";
const LESS = "\ufdd5";
const GREATER = "\ufdd6";
const END = "\ufdd7.";

const AS_WRITTEN = "pre, code, math, svg, script, style, textarea, noscript";
const STYLES =
  "b, strong, i, em, u, s, del, ins, strike, mark, q, cite, dfn, var, small, font, bdi, bdo, abbr";

/** Mark what is written as one word, which blanks stand before signs, and which items have a box. */
export function mark(root: Element): void {
  markBoxes(root);
  markBlanks(root);
  for (const element of root.querySelectorAll(`${STYLES}, a, span`))
    if (element.closest(AS_WRITTEN) === null) markSeams(element);
}

/** Mark the element's words as a sentence. */
export function endSentence(element: Element): void {
  element.append(END);
}

/** The HTML without what was put between the parts of a word and behind sentences. */
export function withoutSeams(html: string): string {
  return html
    .replace(new RegExp(` ?${SEAM} ?`, "g"), "")
    .replaceAll(END, "")
    .replaceAll(HOLD, "")
    .replaceAll(JOINER, "\u200d");
}

/** The Markdown with its boxes, and with tags where signs would not be read. */
export function withBoxes(markdown: string): string {
  return markdown
    .replaceAll(BOX, "[ ]")
    .replaceAll(TICKED, "[x]")
    .replaceAll(LESS, "<")
    .replaceAll(GREATER, ">");
}

const TAGS: Readonly<Record<string, string>> = { b: "strong", i: "em", s: "del", strike: "del" };
const STARRED = "b, strong, i, em, del, s, strike, mark";

/** Give a tag of its own to what is bold or italic where Markdown would show its stars. */
export function keepStyles(root: Element): void {
  for (const element of root.querySelectorAll(STARRED)) {
    const text = (element.textContent ?? "").trim();
    if (text === "" || element.closest("pre, code") !== null || canStand(element, text)) continue;
    const tag = TAGS[element.localName] ?? element.localName;
    element.replaceWith(`${LESS}${tag}${GREATER}`, ...element.childNodes, `${LESS}/${tag}${GREATER}`);
  }
}

/** Not between a letter and a sign, nor beside other stars. */
function canStand(element: Element, text: string): boolean {
  const { previousSibling: preceding, nextSibling: following } = element;
  if (following instanceof Element && following.matches(STARRED)) return false;
  const opens = isLetter(firstOf(text)) || !isLetter(lastOf(preceding?.textContent));
  return opens && (isLetter(lastOf(text)) || !isLetter(firstOf(following?.textContent)));
}

const firstOf = (text: string | null | undefined): string => [...(text ?? "")][0] ?? "";
const lastOf = (text: string | null | undefined): string => [...(text ?? "")].at(-1) ?? "";
const isLetter = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);
const isShown = (sign: string): boolean => /\S/.test(sign);

/** Readers put a blank between words and elements that touch. Links in a row are kept apart by their looks. */
function markSeams(element: Element): void {
  if (!isShown(firstOf(element.textContent)) || !isShown(lastOf(element.textContent))) return;
  const { previousSibling: before, nextSibling: after } = element;
  if (before?.nodeType === Node.TEXT_NODE && isShown(lastOf(before.textContent)))
    before.textContent += `${SEAM} `;
  if (after?.nodeType === Node.TEXT_NODE && isShown(firstOf(after.textContent)))
    after.textContent = ` ${SEAM}${after.textContent}`;
  if (after instanceof Element && element.matches(STYLES) && after.matches(STYLES))
    element.after(` ${SEAM} `);
}

function markBlanks(root: Element): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const said = text.textContent ?? "";
    if (!/\s[,.!?:;]|\u200d/.test(said) || text.parentElement?.closest(AS_WRITTEN)) continue;
    text.textContent = said.replace(/\s(?=[,.!?:;])/g, `$&${HOLD}`).replaceAll("\u200d", JOINER);
  }
}

function markBoxes(root: Element): void {
  for (const box of root.querySelectorAll<HTMLInputElement>("li input[type=checkbox]")) {
    const before = root.ownerDocument.createRange();
    before.setStart(box.closest("li") ?? box, 0);
    before.setEndBefore(box);
    if (before.toString().trim() === "") box.replaceWith(`${box.checked ? TICKED : BOX} `);
  }
}
