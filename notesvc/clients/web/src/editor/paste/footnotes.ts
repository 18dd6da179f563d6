/** Footnotes of a page: raised links that lead to a part of it, which leads back. */
import { raised } from "./look";
import { putPiece } from "./marks";

const HOLDER = "li, p, aside, dd, div[id]";
const RAISED = "sup, .MsoFootnoteReference, .MsoEndnoteReference, .footnote-ref, [role=doc-noteref]";

/** Beside the page, as its pieces are. */
const numbers = new WeakMap<Element, number>();

/** The number of the footnote that the element holds. */
export const footnoteOf = (element: Element): number | undefined => numbers.get(element);

/** Each link to a footnote becomes its number, and the footnote stands behind the list that it was in. */
export function footnotes(body: HTMLElement): void {
  const notes = new Map<Element, Element>();
  const parts = partsOf(body);
  for (const link of body.querySelectorAll("a[href^='#']")) {
    const holder = holderOf(parts.get(targetOf(link)), link);
    if (holder === undefined || !isRaised(link)) continue;
    const note = notes.get(holder) ?? page(body).createElement("div");
    notes.set(holder, note);
    numbers.set(note, [...notes.keys()].indexOf(holder) + 1);
    putPiece(wholeOf(link), { isBlock: false, markdown: `[^${numbers.get(note)}]` });
  }
  for (const [holder, note] of notes) put(holder, note);
}

const page = (body: HTMLElement) => body.ownerDocument;

/** The parts of the page that links may lead to, by their names. */
function partsOf(body: HTMLElement): Map<string, Element> {
  const parts = new Map<string, Element>();
  for (const part of body.querySelectorAll("[id], a[name]"))
    for (const name of [part.id, part.getAttribute("name") ?? ""])
      if (name !== "" && !parts.has(name)) parts.set(name, part);
  return parts;
}

/** The footnote that the link leads to: a link in it leads back to where this one is. */
function holderOf(target: Element | undefined, link: Element): Element | undefined {
  const holder = target?.closest("[style*='mso-element:']") ?? target?.closest(HOLDER);
  if (!holder || holder.contains(link) || holder.closest("table")) return undefined;
  const place = placesOf(link);
  const isReturning = [...holder.querySelectorAll("a[href^='#']")].some((back) => place.has(targetOf(back)));
  return isReturning ? holder : undefined;
}

const targetOf = (link: Element): string => {
  const href = link.getAttribute("href") ?? "";
  return href.startsWith("#") ? href.slice(1) : "";
};

/** How the page names the link, or what is around it within the line. */
function placesOf(link: Element): Set<string> {
  const around = [link, link.parentElement, ...link.children].filter((each) => each !== null);
  return new Set(
    around.flatMap((each) => [each.id, each.getAttribute("name") ?? ""]).filter((name) => name !== ""),
  );
}

function isRaised(link: Element): boolean {
  const isMarked = link.closest(RAISED) !== null || link.querySelector(RAISED) !== null;
  return (
    isMarked ||
    raised(link) === "sup" ||
    (link.parentElement !== null && raised(link.parentElement) === "sup")
  );
}

/** With what raises it, where that says nothing else. */
function wholeOf(link: Element): Element {
  const around = link.closest("sup, .MsoFootnoteReference, .MsoEndnoteReference");
  return around !== null && around.textContent?.trim() === link.textContent?.trim() ? around : link;
}

function put(holder: Element, note: Element): void {
  for (const back of holder.querySelectorAll("a[href^='#']")) back.remove();
  note.append(...holder.childNodes);
  const list = holder.closest("ol, ul");
  if (list === null || holder.tagName !== "LI") {
    holder.replaceWith(note);
    return;
  }
  let place: Element = list;
  while (place.nextElementSibling !== null && numbers.has(place.nextElementSibling))
    place = place.nextElementSibling;
  place.after(note);
  holder.remove();
  if (list.children.length === 0) list.remove();
}
