/** What a phone or a bookmark hands over to be kept. */

export interface SharedPage {
  url: string;
  title: string;
  text: string;
}

const ADDRESS = /https?:\/\/\S+/;

/** The fields of the address. Many apps hand the page's address over as text. */
export function sharedPage(search: string): SharedPage {
  const given = new URLSearchParams(search);
  const [url, title, text] = ["url", "title", "text"].map((name) => given.get(name)?.trim() ?? "") as [
    string,
    string,
    string,
  ];
  const inText = ADDRESS.exec(text)?.[0] ?? "";
  const found = ADDRESS.test(url) ? url : inText;
  return { url: found, title, text: url === found || !inText ? text : text.replace(inText, "").trim() };
}

/** The text of a note for it: what was handed over, else the address. */
export function textOf({ url, text }: SharedPage): string {
  return text || (url ? `<${url}>` : "");
}

/** Tags as they are stored: without blanks, `#` and doubles. */
export function tidyTags(written: readonly string[]): string[] {
  return [...new Set(written.map((tag) => tag.trim().replace(/^#/, "")).filter(Boolean))];
}

/** What the note remembers of its page; the same as from the browser extension. */
export function propertiesOf(url: string, now: Date): Record<string, string> {
  return { ...(url ? { url } : {}), source: "share", capturedAt: now.toISOString() };
}
