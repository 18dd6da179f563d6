const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:?\s?)-?([\w+#-]+)/i;

/** Give blocks of code the language that the page names for them, where that was lost on the way. */
export function nameLanguages(root: Element, page: Document): void {
  const unnamed = [...root.querySelectorAll("pre > code")].filter(
    (code) => !/language-/.test(code.className),
  );
  if (unnamed.length === 0) return;
  const known = new Map<string, string>();
  for (const block of page.querySelectorAll("pre")) {
    const language = languageOf(block);
    if (language) known.set(lettersOf(block.querySelector("code") ?? block), language);
  }
  for (const code of unnamed) {
    const language = known.get(lettersOf(code));
    if (language) code.className = `language-${language}`;
  }
}

function languageOf(block: Element): string {
  const around = [block.querySelector("code"), block, block.parentElement].filter((each) => each !== null);
  for (const element of around) {
    const { lang, language } = (element as HTMLElement).dataset;
    const named = lang ?? language ?? LANGUAGE.exec(element.className)?.[1];
    if (named) return named.toLowerCase();
  }
  return "";
}

function lettersOf(element: Element): string {
  return (element.textContent ?? "").replace(/\s+/g, "");
}

const LINE = "div, p, li, tr";

/** Put line breaks where the page shows each line of code in a box of its own. */
export function breakLines(root: Element): void {
  for (const block of root.querySelectorAll("pre")) {
    // Lines that say so are read as such.
    if (block.querySelector("[class*=line], [data-line]")) continue;
    const code = block.querySelector("code") ?? block;
    const lines = [...code.querySelectorAll<HTMLElement>("*")].filter(isLine);
    if (lines.length > 0) code.textContent = shownIn(code).replace(/^\n|\n+$/g, "");
  }
}

const isLine = (element: Element): boolean =>
  element.matches(LINE) || (element as HTMLElement).style?.display === "block";

function shownIn(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  if (!(node instanceof Element)) return "";
  if (node.localName === "br") return "\n";
  let said = "";
  let hasEnded = false;
  for (const child of node.childNodes) {
    const line = child instanceof Element && isLine(child);
    const part = shownIn(child);
    if (line && said !== "" && !said.endsWith("\n")) said += "\n";
    // The end of the line in the source is the end of its box.
    said += hasEnded && child.nodeType === Node.TEXT_NODE ? part.replace(/^\n/, "") : part;
    if (line && !part.endsWith("\n")) said += "\n";
    hasEnded = line || (hasEnded && part === "");
  }
  return said;
}
