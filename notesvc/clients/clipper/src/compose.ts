import { illustrate } from "./page/pictures.ts";
import type { PageText } from "./page/read.ts";
import { type Clip, newClip, newPicture } from "./queue/clip.ts";
import * as database from "./store/database.ts";

export type Mode = "article" | "selection" | "full" | "link" | "picture" | "screenshot";

/** Where a clip goes: a folder (null: the top), the end of a note, or today's entry. */
export type Place = { kind: "folder"; id: string | null } | { kind: "note"; id: string } | { kind: "today" };

/** What the user decided, or what stands for it where nobody is asked. */
export interface Choice {
  title: string;
  markdown: string;
  mode: Mode;
  tags: string[];
  place: Place;
  properties: Record<string, unknown>;
}

/** What is not text: a screenshot that stands before it, the page as a file that stands after it. */
export interface Beside {
  shot?: Blob;
  file?: Blob;
}

const SHOT = "#picture-shot";
const FILE = "#page-file";

/** Keep the clip on this device; only then may it be sent. */
export async function keep(
  choice: Choice,
  page: { url: string; tabId?: number },
  { shot, file }: Beside = {},
  now = Date.now(),
): Promise<Clip> {
  const { markdown: text, pictures, bytes } = await illustrate(choice.markdown);
  const name = fileName(choice.title);
  const hold = (address: string, fullName: string, blob: Blob) => {
    const held = newPicture(address, fullName, "waiting");
    pictures.unshift(held);
    bytes.set(held.id, blob);
  };
  if (shot) hold(SHOT, `${name}.jpg`, shot);
  if (file) hold(FILE, `${name}.html`, file);
  const parts = [shot && `![](${SHOT})`, text, file && `[${name}.html](${FILE})`];
  const markdown = parts.filter(Boolean).join("\n\n");
  const delivery = deliveryOf({ ...choice, markdown }, page.url, now);
  const clip = newClip({ title: choice.title, url: page.url, tabId: page.tabId, delivery, pictures }, now);
  await database.add(clip, bytes);
  return clip;
}

function deliveryOf(choice: Choice, url: string, now: number): Clip["delivery"] {
  const { place, markdown, title, tags } = choice;
  if (place.kind !== "folder") {
    const head = /^https?:/.test(url)
      ? `**[${title.replace(/([[\]\\])/g, "\\$1")}](<${url}>)**`
      : `**${title}**`;
    const labels = tags.map((tag) => `#${tag}`).join(" ");
    const text = [head, markdown, labels].filter(Boolean).join("\n\n");
    const where = place.kind === "note" ? { noteId: place.id } : { journal: dayOf(now) };
    return { kind: "append", body: { ...where, markdown: text } };
  }
  const body = {
    title,
    markdown: markdown || undefined,
    url,
    tags,
    parentId: place.id ?? undefined,
    properties: choice.properties,
    selection: choice.mode === "selection",
    source: "notes-clipper",
    capturedAt: new Date(now).toISOString(),
  };
  return { kind: "capture", body: JSON.parse(JSON.stringify(body)) as Record<string, unknown> };
}

/** The day as the user's calendar has it. */
export function dayOf(now: number): string {
  const date = new Date(now);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What a note remembers of its page. */
export function propertiesOf(
  page: Pick<PageText, "author" | "published" | "site" | "description">,
): Record<string, string> {
  const { author, published, site, description } = page;
  const known = { author, published, site, description: description.slice(0, 500) };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value));
}

function fileName(title: string): string {
  return (
    title
      .replace(/[^\p{L}\p{N} ._-]+/gu, " ")
      .trim()
      .slice(0, 80) || "page"
  );
}
