import { breakLines } from "./code.ts";
import { showLate } from "./late.ts";
import { mark } from "./marks.ts";

const NO_TEXT =
  "script,style,noscript,template,iframe,object,embed,button,input:not([type=checkbox]),select,textarea,svg,dialog:not([open])";

const UNSEEN_ANYWAY =
  "head,script,style,noscript,template,math,math *,source,track,param,area,datalist,dialog,option,details *";

/** The page again, for readers that change what they read. What is hidden by the page's styles says so itself. */
export function copyOf(page: Document): Document {
  const copy = page.cloneNode(true) as Document;
  if (!page.body) return copy;
  const copies = [...copy.body.querySelectorAll<HTMLElement>("*")];
  for (const [place, original] of [...page.body.querySelectorAll("*")].entries()) {
    const isTop = original.parentElement === page.body || !isInvisible(original.parentElement ?? original);
    if (isTop && isInvisible(original) && !original.matches(UNSEEN_ANYWAY))
      copies[place]?.style?.setProperty("display", "none");
    else if (original.matches("pre span") && getComputedStyle(original).display === "block")
      copies[place]?.style?.setProperty("display", "block");
  }
  return copy;
}

/** Take out of the copy what nobody sees on the page. Both trees are the same but for that. */
export function dropHidden(shown: Element, copy: Element): void {
  const originals = [...shown.querySelectorAll("*")];
  const copies = [...copy.querySelectorAll("*")];
  for (const [place, original] of originals.entries()) {
    const isHidden = original.hasAttribute("hidden") || isInvisible(original);
    // What a formula was written as is never shown.
    if (original.closest("math")) continue;
    if (original.matches("noscript") && /<img/i.test(original.innerHTML)) continue;
    if (isHidden || original.matches(NO_TEXT)) copies[place]?.remove();
  }
}

export function isInvisible(element: Element): boolean {
  return "checkVisibility" in element && !element.checkVisibility() && element.closest("details") === null;
}

/** Put what readers of pages would change or leave out so that they keep it. */
export function prepare(root: Element): void {
  for (const label of root.querySelectorAll("label")) {
    const words = root.ownerDocument.createElement("span");
    words.append(...label.childNodes);
    label.replaceWith(words);
  }
  showLate(root);
  breakLines(root);
  mark(root);
}

/** Give links and pictures their whole addresses. */
export function makeAbsolute(root: Element, base: string): void {
  for (const link of root.querySelectorAll("a[href]"))
    setAbsolute(link, "href", link.getAttribute("href"), base);
  for (const image of root.querySelectorAll("img"))
    setAbsolute(image, "src", image.getAttribute("src"), base);
}

function setAbsolute(element: Element, name: string, address: string | null, base: string): void {
  if (address === null) return;
  try {
    element.setAttribute(name, new URL(address, base).href);
  } catch {
    element.removeAttribute(name);
  }
}
