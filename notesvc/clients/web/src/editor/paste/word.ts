/** What Word writes in its own way: items of lists as paragraphs, with their depth in the style and their sign as text. */
import { cssOf } from "./look";

const LISTED = /\blevel(\d+)/;
const NUMBER = /^\(?(?:\d+|[a-z]{1,3}|[ivxlc]+)[.)]/i;

interface Item {
  paragraph: Element;
  level: number;
  isNumbered: boolean;
}

const COMMENTS = "[style*=comment-list], .MsoCommentReference, .msocomanchor, .msocomtxt, .msocomoff";

/** Comments go, and what was changed while changes were tracked is as it is when they are accepted. */
export function acceptedInWord(body: HTMLElement): void {
  if (body.querySelector("[class^=Mso], [class^=mso]") === null) return;
  for (const gone of body.querySelectorAll(`${COMMENTS}, del[cite], del[datetime]`)) gone.remove();
  for (const stays of body.querySelectorAll("ins[cite], ins[datetime]"))
    stays.replaceWith(...stays.childNodes);
  for (const line of body.querySelectorAll("[style*=footnote-list] > hr, [style*=endnote-list] > hr"))
    line.remove();
}

/** Paragraphs that follow each other as items become one list. */
export function listsOfWord(body: HTMLElement): void {
  let run: Item[] = [];
  for (const paragraph of body.querySelectorAll("p, h1, h2, h3, h4, h5, h6")) {
    const item = itemOf(paragraph);
    const last = run.at(-1);
    if (last !== undefined && (item === undefined || nextOf(last.paragraph) !== paragraph)) {
      putList(run);
      run = [];
    }
    if (item !== undefined) run.push(item);
  }
  putList(run);
}

const nextOf = (paragraph: Element) => paragraph.nextElementSibling;

function itemOf(paragraph: Element): Item | undefined {
  const level = LISTED.exec(cssOf(paragraph)["mso-list"] ?? "")?.[1];
  if (level === undefined) return undefined;
  const sign = signOf(paragraph);
  return { paragraph, level: Number(level), isNumbered: NUMBER.test(sign) };
}

/** The sign before the words, which is taken away. */
function signOf(paragraph: Element): string {
  const ignored = [...paragraph.querySelectorAll("[style]")].find(
    (each) => cssOf(each)["mso-list"] === "ignore",
  );
  if (ignored !== undefined) {
    const sign = ignored.textContent ?? "";
    ignored.remove();
    return sign.trim();
  }
  const first = paragraph.firstChild;
  const sign = /^\s*([·•o§\u00b7\uf0b7-]|\(?\w{1,3}[.)])[\s\u00a0]*/u.exec(first?.textContent ?? "");
  if (sign === null || first?.nodeType !== Node.TEXT_NODE) return "";
  (first as Text).data = (first as Text).data.slice(sign[0].length);
  return sign[1] ?? "";
}

function putList(items: Item[]): void {
  const first = items[0];
  if (first === undefined) return;
  const page = first.paragraph.ownerDocument;
  const made = (item: Item) => page.createElement(item.isNumbered ? "ol" : "ul");
  const root = made(first);
  first.paragraph.before(root);
  const open = [{ list: root as Element, level: first.level }];
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    const { list, level } = open.at(-1) ?? { list: root, level: item.level };
    let into: Element = list;
    if (item.level > level && list.lastElementChild !== null) {
      into = list.lastElementChild.appendChild(made(item));
      open.push({ list: into, level: item.level });
    } else if (level === item.level && list.tagName !== made(item).tagName) {
      into = made(item);
      list.after(into);
      open[open.length - 1] = { list: into, level };
    }
    const entry = into.appendChild(page.createElement("li"));
    entry.append(...item.paragraph.childNodes);
    item.paragraph.remove();
  }
}
