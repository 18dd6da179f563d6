/** The file that a `data:` address holds. */

const HEAD = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[^,;]*)*),/i;
const LONGEST_HEAD = 500;
const LONGEST_NAME = 80;
const ENDINGS: Record<string, string> = {
  jpeg: "jpg",
  "svg+xml": "svg",
  plain: "txt",
  mpeg: "mp3",
  quicktime: "mov",
};

/** Undefined where the address is none of these, or holds nothing whole. */
export function fileOfData(url: string, name = ""): File | undefined {
  const head = HEAD.exec(url.slice(0, LONGEST_HEAD));
  if (head === null) return undefined;
  const type = (head[1] ?? "text/plain").toLowerCase();
  const body = url.slice(head[0].length);
  try {
    const bytes = /;base64$/i.test(head[2] ?? "")
      ? bytesOf(body)
      : new TextEncoder().encode(decodeURIComponent(body));
    return bytes.length === 0 ? undefined : new File([bytes], named(name, type), { type });
  } catch {
    return undefined;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.includes("%") ? decodeURIComponent(base64) : base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function named(name: string, type: string): string {
  const [kind = "", sort = ""] = type.split("/");
  const ending = ENDINGS[sort] ?? sort.replace(/^x-|\+.*$/g, "");
  const bare = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
  const own = bare || (kind === "image" ? "picture" : kind);
  return own.toLowerCase().endsWith(`.${ending}`) ? own : `${own}.${ending}`;
}
