type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** An element with attributes, listeners (`onclick`) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value as unknown as EventListener);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

/** What the page's own text has under that id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no ${id}`);
  return found as T;
}

/** Put the words into what the page's text marks with `data-word` (a name of the catalogue) and the like. */
export function speak(catalogue: Record<string, unknown>, language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  for (const marked of document.querySelectorAll<HTMLElement>("[data-word],[data-label]")) {
    const { word, label } = marked.dataset;
    if (word) marked.textContent = String(catalogue[word]);
    if (label) {
      marked.setAttribute("aria-label", String(catalogue[label]));
      if (marked.tagName === "INPUT") marked.setAttribute("placeholder", String(catalogue[label]));
      else marked.title = String(catalogue[label]);
    }
  }
}

/** When something was, as people say it. */
export function timeOf(moment: number | string, language: string, now = Date.now()): string {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const options: Intl.DateTimeFormatOptions = isToday ? { timeStyle: "short" } : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(language, options).format(date);
}
