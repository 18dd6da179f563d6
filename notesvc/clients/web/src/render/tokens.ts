/** What in plain text can be followed or is set as maths: #tag, $Person, @handle, $x$, [^1], bare addresses. */
import { isTag } from "../state/tagTree";

export type TokenKind = "tag" | "person" | "user" | "maths" | "footnote" | "address";

/** `text.slice(start, end)` is the source; `value` the tag, the person's id, the handle, the formula, the label, the address. */
export interface Token {
  kind: TokenKind;
  start: number;
  end: number;
  value: string;
}

/** Folded names and aliases of people, with their ids. */
export interface Names {
  ids: ReadonlyMap<string, string>;
  longest: number;
}

export const NO_NAMES: Names = { ids: new Map(), longest: 0 };

const WORD = "\\p{L}\\p{N}_";
const LETTERS = `${WORD}\\p{M}`;
// Scripts written without spaces between words: there a name ends anywhere.
export const EAST_ASIAN = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー";
const UNSPACED = `${EAST_ASIAN}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Myanmar}\\p{Script=Khmer}`;

const TRIGGER = /#|\$|@|\[\^|https?:\/\/|www\./giu;
const TAG = new RegExp(
  `#(?:(?<![${LETTERS}/&=#\\\\]#)|(?<=[${EAST_ASIAN}]#))([${WORD}/-][${LETTERS}/-]*)`,
  "uy",
);
const PERSON = new RegExp(`\\$(?<![${LETTERS}$\\\\]\\$)(?=\\p{L})`, "uy");
const USER = new RegExp(`@(?<![${LETTERS}/@\\\\]@)([A-Za-z0-9_.-]+)(?![${LETTERS}@])`, "uy");
// Plain words up to a link, tag or handle: a person's name or a price, `$Ada met [[Bob]] for 5$`.
const PROSE =
  `[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M} \\t.,;:!?'"’“”‘、。\\-]|(?<=[ \\t])\\()*?(?<=[ \\t("'“‘、。${UNSPACED}])` +
  `(?:!?\\[\\[|!?\\[[^[\\]\\n$]*\\]\\(|[#@][${WORD}/\\-])`;
/** The rule of `notesvc/text/inline/formulas.py`: code goes before, and so does a link that the formula begins in. */
export const MATHS = new RegExp(
  `(?<!\\\\)\\$\\$((?:\\\\[^\\n]|[^$\\\\\\n]|\\\\?\\n(?![ \\t>]*\\n)){1,4000})\\$\\$|` +
    `\\$(?<![${LETTERS}$\\\\]\\$)(?!\\s)(?!${PROSE})` +
    "((?:\\\\[^`\\n]|[^$\\\\`\\n\\]]|\\](?:(?![(\\[])|(?<=\\[[^[\\]$\\\\`\\n]*\\]))){1,2000}(?<!\\s))" +
    `\\$(?![${LETTERS}$])`,
  "uy",
);
const FOOTNOTE = /\[\^([^\s[\]^]{1,64})\](?!:)/uy;
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>[\]|`"]+/giuy;
const NAME_END = new RegExp(
  `(?<=\\S)(?:(?![${LETTERS}])|(?=[${UNSPACED}])|(?<=[${UNSPACED}])(?!\\p{M}))`,
  "gu",
);

const MOST_TAIL = 120;
/** Of plain letters and signs, single blanks between them: ten thousand names are compared at once. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** What two names are compared by: case and white space do not count. */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  return name.normalize("NFC").toLowerCase().normalize("NFC").split(/\s+/).filter(Boolean).join(" ");
}

export function namesOf(people: readonly { id: string; name: string; aliases: readonly string[] }[]): Names {
  const ids = new Map<string, string>();
  // A person's own name goes before another's alias.
  for (const person of people) for (const alias of person.aliases) ids.set(nameKey(alias), person.id);
  for (const person of people) ids.set(nameKey(person.name), person.id);
  ids.delete("");
  return { ids, longest: Math.max(0, ...[...ids.keys()].map((key) => key.length)) };
}

/** Everything in the text that is a token, in order; none overlaps another. */
export function tokensOf(text: string, names: Names = NO_NAMES): Token[] {
  const found: Token[] = [];
  const search = new RegExp(TRIGGER);
  for (let hit = search.exec(text); hit !== null; hit = search.exec(text)) {
    const token = tokenAt(text, hit.index, names);
    if (token !== null) found.push(token);
    search.lastIndex = token?.end ?? afterRun(text, hit.index, hit[0].length);
  }
  return found;
}

function tokenAt(text: string, start: number, names: Names): Token | null {
  const sign = text[start];
  if (sign === "#") return tag(text, start);
  if (sign === "@") return user(text, start);
  if (sign === "[") return footnote(text, start);
  if (sign === "$") return person(text, start, names) ?? maths(text, start);
  return address(text, start);
}

function tag(text: string, start: number): Token | null {
  const value = at(TAG, text, start)?.[1]?.replace(/[-_/]+$/, "");
  if (value === undefined || !isTag(value)) return null;
  return { kind: "tag", start, end: start + 1 + value.length, value };
}

function person(text: string, start: number, names: Names): Token | null {
  if (names.ids.size === 0 || at(PERSON, text, start) === null) return null;
  const line = text.slice(start + 1, start + 1 + Math.min(MOST_TAIL, names.longest + 8));
  const tail = line.split("\n", 1)[0] ?? "";
  const ends = [...tail.matchAll(NAME_END)].map((end) => end.index).reverse();
  for (const end of ends) {
    const id = names.ids.get(nameKey(tail.slice(0, end)));
    if (id !== undefined) return { kind: "person", start, end: start + 1 + end, value: id };
  }
  return null;
}

function user(text: string, start: number): Token | null {
  const handle = at(USER, text, start)?.[1]?.replace(/[.-]+$/, "");
  if (handle === undefined || handle.length < 2 || handle.length > 32) return null;
  return { kind: "user", start, end: start + 1 + handle.length, value: handle.toLowerCase() };
}

function maths(text: string, start: number): Token | null {
  const found = at(MATHS, text, start);
  const value = found?.[1] ?? found?.[2];
  if (!found || value === undefined) return null;
  return { kind: "maths", start, end: start + found[0].length, value: value.trim() };
}

/** Where the formula ends that begins here; null where none does. */
export function mathsAt(text: string, start: number): number | null {
  return maths(text, start)?.end ?? null;
}

function footnote(text: string, start: number): Token | null {
  const found = at(FOOTNOTE, text, start);
  return found && { kind: "footnote", start, end: start + found[0].length, value: found[1] ?? "" };
}

function address(text: string, start: number): Token | null {
  if (/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start))) return null;
  const found = at(ADDRESS, text, start)?.[0];
  if (found === undefined) return null;
  const value = withoutTail(found);
  return value.length < 8 ? null : { kind: "address", start, end: start + value.length, value };
}

/** Punctuation at the end belongs to the sentence, and so does a bracket that was not opened within. */
function withoutTail(url: string): string {
  let end = url.length;
  while (end > 0) {
    const last = url[end - 1] ?? "";
    const opened = url.slice(0, end).split("(").length >= url.slice(0, end).split(")").length;
    if (/[.,;:!?'*_~。、，]/u.test(last) || (last === ")" && !opened)) end -= 1;
    else break;
  }
  return url.slice(0, end);
}

function at(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function afterRun(text: string, start: number, length: number): number {
  let end = start + length;
  while (length === 1 && text[end] === text[start]) end += 1;
  return end;
}
