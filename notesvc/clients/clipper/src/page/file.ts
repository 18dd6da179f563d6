const ACTIVE = "script,noscript,iframe,object,embed,base,meta[http-equiv],link:not([rel~=stylesheet])";
const POLICY =
  "default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline' http: https:; font-src data: http: https:";
const ADDRESSES: [selector: string, name: string][] = [
  ["[href]", "href"],
  ["[src]", "src"],
  ["[poster]", "poster"],
];

/** The page as it stands, as one file that runs nothing: styles within, pictures by their whole addresses. */
export function pageAsFile(page: Document): string {
  const copy = page.documentElement.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll(ACTIVE)) element.remove();
  for (const element of copy.querySelectorAll("*")) dropHandlers(element);
  for (const [selector, name] of ADDRESSES) {
    for (const element of copy.querySelectorAll(selector)) makeWhole(element, name, page.baseURI);
  }
  for (const image of copy.querySelectorAll("[srcset]")) image.removeAttribute("srcset");
  const head = copy.querySelector("head") ?? copy.insertBefore(page.createElement("head"), copy.firstChild);
  putStylesIn(page, head);
  head.prepend(
    meta(page, { charset: "utf-8" }),
    meta(page, { "http-equiv": "Content-Security-Policy", content: POLICY }),
  );
  return `<!doctype html>\n${copy.outerHTML}\n`;
}

function dropHandlers(element: Element): void {
  for (const { name } of [...element.attributes]) {
    if (name.startsWith("on") || name === "nonce" || name === "integrity") element.removeAttribute(name);
  }
}

function makeWhole(element: Element, name: string, base: string): void {
  const written = element.getAttribute(name) ?? "";
  if (written.startsWith("#")) return;
  const whole = URL.canParse(written, base) ? new URL(written, base).href : "";
  if (/^(https?|data|mailto|tel):/.test(whole)) element.setAttribute(name, whole);
  else element.removeAttribute(name);
}

/** Sheets of other sites may not be read: their addresses stay. */
function putStylesIn(page: Document, head: Element): void {
  for (const sheet of page.styleSheets) {
    const rules = rulesOf(sheet);
    if (!sheet.href || rules === undefined) continue;
    for (const link of head.querySelectorAll("link"))
      if (link.getAttribute("href") === sheet.href) link.remove();
    const style = page.createElement("style");
    style.textContent = rules;
    head.append(style);
  }
}

function rulesOf(sheet: CSSStyleSheet): string | undefined {
  try {
    return [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
  } catch {
    return undefined;
  }
}

function meta(page: Document, attributes: Record<string, string>): Element {
  const made = page.createElement("meta");
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
