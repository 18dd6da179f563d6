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
