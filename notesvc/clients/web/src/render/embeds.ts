/** `![[Note]]` and `![[picture.png|300]]`. */

export interface Embed {
  /** As between the brackets, without size or alias. */
  target: string;
  alias: string;
  /** In pixels, as `|300` or `|300x200` says. */
  width?: number;
  isFile: boolean;
}

const EMBED = /^!\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]$/;
const SIZE = /^(\d{1,4})(?:x\d{1,4})?$/;
const FILE = /\.[A-Za-z0-9]{1,5}$/;

export function embedOf(src: string): Embed | null {
  const found = EMBED.exec(src.trim());
  if (found?.[1] === undefined) return null;
  const target = found[1].replace(/\\$/, "").trim();
  const path = pathOf({ target });
  const isFile = FILE.test(path) && !/\.md$/i.test(path);
  const said = (found[2] ?? "").trim();
  const size = isFile ? SIZE.exec(said)?.[1] : undefined;
  return size === undefined
    ? { target, alias: said, isFile }
    : { target, alias: "", isFile, width: Number(size) };
}

/** The name of a picture and the width behind it, as in `![name|300](…)`. */
export function namedWidth(label: string): { name: string; width?: number } {
  const [, name, width] = /^(.*?)\|(\d{1,4})(?:x\d{1,4})?$/s.exec(label) ?? [];
  return width === undefined ? { name: label } : { name: name ?? "", width: Number(width) };
}

/** The note or file, without the place in it. */
export const pathOf = ({ target }: Pick<Embed, "target">): string => target.split("#", 1)[0] ?? "";

export const nameOf = (embed: Embed): string => pathOf(embed).split("/").pop() || embed.target;
