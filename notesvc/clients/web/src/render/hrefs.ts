/** Which addresses a reader may follow. Everything else is shown as text. */

export type Destination =
  | { kind: "outside"; href: string; host: string }
  | { kind: "mail"; href: string }
  | { kind: "note"; id: string; anchor: string }
  | { kind: "file"; href: string }
  | { kind: "anchor"; anchor: string };

const NOTE = /^note:\/\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?][^#]*)?(?:#(.*))?$/i;
const OWN_NOTE = /^\/notes\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:#(.*))?$/i;
const FILE = /^\/files\/[0-9a-f-]{36}\/[^/\\?#\s]+$/i;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=]+$/;

export function destination(href: string): Destination | null {
  if (CONTROL.test(href)) return null;
  const note = NOTE.exec(href) ?? OWN_NOTE.exec(href);
  if (note?.[1] !== undefined)
    return { kind: "note", id: note[1].toLowerCase(), anchor: decoded(note[2] ?? "") };
  if (isOwnFile(href)) return { kind: "file", href };
  if (href.startsWith("#")) return { kind: "anchor", anchor: decoded(href.slice(1)) };
  const url = URL.canParse(href) ? new URL(href) : null;
  if (url?.protocol === "mailto:") return { kind: "mail", href: url.href };
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return null;
  return { kind: "outside", href: url.href, host: url.host };
}

export const isOwnFile = (url: string): boolean => FILE.test(url);

/** What a picture may be shown from: the service itself, the document, or, where the reader asked for it, elsewhere. */
export function pictureSource(
  url: string,
  allowsRemote: boolean,
): { src: string } | { host: string; href: string } | null {
  if (isOwnFile(url) || PICTURE_DATA.test(url)) return { src: url };
  const there = destination(url);
  if (there?.kind !== "outside") return null;
  return allowsRemote && there.href.startsWith("https:")
    ? { src: there.href }
    : { host: there.host, href: there.href };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
