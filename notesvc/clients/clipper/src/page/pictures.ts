import { newPicture, type Picture } from "../queue/clip.ts";

const IMAGE = /!\[((?:\\.|[^\]\\])*)\]\(\s*(?:<([^>\n]*)>|((?:\\.|[^\s()\\]|\([^\s()]*\))*))/g;
const DATA = /^data:(image\/[\w.+-]+)[^,]*,/;
const MOST = 60;

export interface Illustrated {
  markdown: string;
  pictures: Picture[];
  /** The bytes that were in the text itself, by picture. */
  bytes: Map<string, Blob>;
}

/** The pictures that a text shows, each once. Those that are written into the text get an address instead. */
export async function illustrate(markdown: string): Promise<Illustrated> {
  const pictures = new Map<string, Picture>();
  const bytes = new Map<string, Blob>();
  let text = markdown;
  for (const [, , angled, plain] of markdown.matchAll(IMAGE)) {
    const address = angled ?? plain ?? "";
    if (pictures.has(address) || pictures.size >= MOST) continue;
    if (DATA.test(address)) {
      const blob = await (await fetch(address)).blob();
      const picture = newPicture(
        `#picture-${pictures.size + 1}`,
        nameOf("", blob.type, pictures.size + 1),
        "waiting",
      );
      bytes.set(picture.id, blob);
      pictures.set(address, picture);
      text = text.replaceAll(address, picture.address);
    } else if (/^https?:\/\//i.test(address)) {
      pictures.set(address, newPicture(address, nameOf(address, "", pictures.size + 1), "wanted"));
    }
  }
  return { markdown: text, pictures: [...pictures.values()], bytes };
}

/** A picture as Markdown. */
export function pictureAt(address: string): string {
  return /[\s()<>]/.test(address) ? `![](<${address}>)` : `![](${address})`;
}

const ENDINGS: Record<string, string> = { "image/jpeg": "jpg", "image/svg+xml": "svg" };

/** A name for a picture's file: the last part of its address, or a number. */
export function nameOf(address: string, type: string, number: number): string {
  const ending = ENDINGS[type] ?? type.split("/")[1] ?? "";
  let last = "";
  try {
    last = decodeURIComponent(new URL(address).pathname.split("/").pop() ?? "");
  } catch {
    last = "";
  }
  const clean = last.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(-80);
  if (/\.\w{2,5}$/.test(clean)) return clean;
  return `${clean || `picture-${number}`}${ending ? `.${ending}` : ""}`;
}
