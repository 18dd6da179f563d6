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

/** As in the service worker, which puts the files of a share there. */
const SHARED = "shared-1";
/** Larger ones are kept as files. */
const LONGEST_TEXT = 512 * 1024;

/** The files that another app has shared, as far as they arrived. */
export async function sharedFiles(): Promise<File[]> {
  // Browsers have it over https and on this machine only.
  if (!("caches" in globalThis)) return [];
  const kept = await caches.open(SHARED);
  const read = async (request: Request): Promise<File> => {
    const blob = await ((await kept.match(request)) as Response).blob();
    return new File([blob], new URL(request.url).searchParams.get("name") || "file", { type: blob.type });
  };
  return Promise.all((await kept.keys()).map(read));
}

export const forgetSharedFiles = () => "caches" in globalThis && caches.delete(SHARED);

/** How many files the address announces. */
export const announcedFiles = (search: string): number =>
  Number(new URLSearchParams(search).get("files")) || 0;

/** The name of a file as a title: without its ending. */
export const titleOf = ({ name }: File): string => name.replace(/(?<=.)\.\w{1,8}$/, "");

const isText = ({ name, type, size }: File): boolean =>
  size <= LONGEST_TEXT && (/^text\/(plain|markdown)\b/.test(type) || /\.(md|markdown|txt)$/i.test(name));

/** The words, then the files: texts as they are, all others by the link that `keep` answers for them. */
export async function withFiles(
  text: string,
  files: readonly File[],
  keep: (file: File) => Promise<string>,
): Promise<string> {
  const parts = [text];
  for (const file of files) parts.push(isText(file) ? (await file.text()).trim() : await keep(file));
  return parts.filter(Boolean).join("\n\n");
}

/** Tags as they are stored: without blanks, `#` and doubles. */
export function tidyTags(written: readonly string[]): string[] {
  return [...new Set(written.map((tag) => tag.trim().replace(/^#/, "")).filter(Boolean))];
}

/** What the note remembers of its page; the same as from the browser extension. */
export function propertiesOf(url: string, now: Date): Record<string, string> {
  return { ...(url ? { url } : {}), source: "share", capturedAt: now.toISOString() };
}
