/** Where in the stored markdown each block stands, so that what nobody changed is copied to the byte. */
import type { Block } from "../../blocks";
import { markdownOf } from "./markdownOut";

/** Lines of the source, the second one not included. */
export interface Lines {
  first: number;
  end: number;
}

/** How far ahead a block is looked for whose neighbour before it was not found. */
const MOST_AHEAD = 400;

/** For each block its lines; undefined where they do not surely say the same. */
export function linesOf(blocks: readonly Block[], source: readonly string[]): (Lines | undefined)[] {
  const said = source.map(gist);
  let from = 0;
  let isSure = true;
  const found = blocks.map((block) => {
    const lines = find(block, source, said, from, isSure ? 0 : MOST_AHEAD);
    isSure = lines !== undefined;
    if (lines) from = lines.end;
    return lines;
  });
  return found.map((lines, index) => (lines && isAlone(lines, found[index + 1], source) ? lines : undefined));
}

function find(
  block: Block,
  source: readonly string[],
  said: readonly string[],
  from: number,
  ahead: number,
): Lines | undefined {
  const own = markdownOf([block]).split("\n");
  const wanted = own.map(gist).join("");
  if (wanted === "" && block.type !== "divider") return undefined;
  const kind = kindOf(own[0] ?? "");
  for (let first = afterBlank(source, from), left = ahead; first < source.length; first++, left--) {
    const isOfKind = kindOf(source[first] ?? "") === kind;
    const end = isOfKind ? endOf(block, wanted, source, said, first) : undefined;
    if (end !== undefined) return { first, end };
    if (left <= 0) return undefined;
  }
  return undefined;
}

function endOf(
  block: Block,
  wanted: string,
  source: readonly string[],
  said: readonly string[],
  first: number,
): number | undefined {
  const line = source[first] ?? "";
  if (block.type === "divider") return RULE.test(line) ? first + 1 : undefined;
  const under = UNDERLINE.exec(source[first + 1] ?? "")?.[1];
  if (block.type === "heading" && under !== undefined && !line.startsWith("#"))
    return `${under.startsWith("=") ? "#" : "##"}${said[first]}` === wanted ? first + 2 : undefined;
  let got = "";
  for (let at = first; at < source.length && wanted.startsWith(got); at++) {
    got += said[at];
    // The line that parts a table's head, a row of empty cells, an empty line of a quote.
    const isMore = said[at + 1] === "" && /^\s*[|>]/.test(source[at + 1] ?? "");
    if (got === wanted && !isMore) return at + 1;
  }
  return undefined;
}

/** Whether nothing is left between it and the next one that could belong to it. */
function isAlone({ end }: Lines, next: Lines | undefined, source: readonly string[]): boolean {
  const behind = afterBlank(source, end);
  return next !== undefined ? behind >= next.first : behind === source.length || behind > end;
}

function afterBlank(source: readonly string[], from: number): number {
  let at = from;
  while (at < source.length && source[at]?.trim() === "") at++;
  return at;
}

const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const PREFIX = /^[\s>]*((?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))*)(\[[ xX]\][ \t]+)?/;

const KINDS = [RULE, /^\s*[-*+](?:\s|$)/, /^\s*\d+[.)](?:\s|$)/, /^\s*>/];

/** A list, numbered or not, a quote, or neither. */
const kindOf = (line: string): number => KINDS.findIndex((kind) => kind.test(line));

/** What a line says, whichever of several ways to write it was taken. */
function gist(line: string): string {
  if (RULE.test(line)) return "";
  const [prefix = "", signs = "", box = ""] = PREFIX.exec(line) ?? [];
  const marks = signs.replace(/\d+[.)]/g, "1").replace(/[-*+]/g, "•");
  const tick = box === "" ? "" : /x/i.test(box) ? "☑" : "☐";
  const words = line
    .slice(prefix.length)
    .replace(/\\[!-/:-@[-`{-~]|&(?:amp|lt|gt|quot|nbsp);/g, "")
    .replace(/_/g, "*")
    .replace(/(?<=\s)\*(?=\s)/g, "")
    .replace(/[`~]{3,}/g, "`")
    .replace(/[^\p{L}\p{N}#•☑☐*~`$=^]/gu, "");
  return `${marks}${tick}${words}`.replace(/\s/g, "");
}
