/** Plain text as markdown that shows just that text, as the service's `escapes.py` has it: as few signs as will do. */
import { tokensOf } from "../../render/tokens";

const MEANT = new RegExp(
  [
    /(?<address>https?:\/\/[^\s<>[\]`"\\|*]*[^\W_])/, // stays as it is
    /\\(?=[!-/:-@[-`{-~])/, // would hide the sign behind it
    /`/,
    /\*(?=\S)|(?<=\S)\*/,
    /(?<![\p{L}\p{N}_])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}_])/u,
    /\[(?=[^\]\n]*\](?:\(|\[))|\[(?=\[)/,
    /~~/,
    /<(?=[A-Za-z/!?])/,
    /&(?=#?[A-Za-z0-9]{1,32};)/,
  ]
    .map((each) => each.source)
    .join("|"),
  "gu",
);
const LINE_START =
  /^(?:(?<number>\d{1,9})(?=[.)](?:\s|$))|(?=[-+*](?:\s|$)|#{1,6}(?:\s|$)|>|=+\s*$|-[-\s]*$))/;

/** The formulas of a text, in which no sign of markdown has a meaning. */
export const formulasIn = (text: string): { start: number; end: number }[] =>
  tokensOf(text).filter(({ kind }) => kind === "maths");

export function escapedText(text: string): string {
  const formulas = formulasIn(text);
  return text.replace(MEANT, (...found) => {
    const { address } = found.at(-1) as { address?: string };
    const at = found.at(-3) as number;
    if (formulas.some(({ start, end }) => at >= start && at < end)) return found[0] as string;
    return address ?? [...String(found[0])].map((sign) => `\\${sign}`).join("");
  });
}

/** The line with a backslash where its beginning would start a block. */
export function escapedLine(line: string): string {
  const found = LINE_START.exec(line);
  if (found === null) return line;
  const number = found.groups?.number ?? "";
  return `${number}\\${line.slice(number.length)}`;
}
