/** What opens a menu while somebody types, and how long what follows still belongs to it. */

import { EAST_ASIAN } from "../../render/tokens";

export type Trigger = "/" | "[[" | "#" | "$" | "@" | ":";

interface Rule {
  sign: Trigger;
  /** What may stand right before the sign. */
  after: RegExp;
  /** What the text behind the sign may be while the menu is open. */
  query: RegExp;
}

const BEFORE_TOKEN = /(?:^|[^\p{L}\p{N}\p{M}_/&=#$@\\])$/u;
const BEFORE_TAG = new RegExp(`${BEFORE_TOKEN.source}|[${EAST_ASIAN}]$`, "u");

const RULES: Rule[] = [
  { sign: "[[", after: /(?:^|[^[\\])$/, query: /^[^[\]\n]{0,200}$/ },
  { sign: "/", after: /(?:^|\s|\uFFFC)$/u, query: /^(?! )[\p{L}\p{N}\p{M} -]{0,30}$/u },
  { sign: "#", after: BEFORE_TAG, query: /^[\p{L}\p{N}\p{M}_/-]{0,32}$/u },
  {
    sign: "$",
    after: BEFORE_TOKEN,
    query: /^(?:\p{L}[\p{L}\p{N}\p{M}_.'’-]*(?: [\p{L}\p{N}\p{M}_.'’-]*){0,3})?$/u,
  },
  { sign: "@", after: BEFORE_TOKEN, query: /^[A-Za-z0-9_.-]{0,32}$/ },
  // A colon is mostly just that: its menu waits for letters.
  { sign: ":", after: /(?!)/, query: /^\p{L}[\p{L}\p{M}\p{N}_]{1,30}$/u },
];
const EMOJI = /(?:^|[\s(])(:\p{L}\p{L})$/u;

/** The sign that the text before the caret ends with, if it opens a menu there. */
export function openedBy(before: string): Trigger | undefined {
  return RULES.find(({ sign, after }) => before.endsWith(sign) && after.test(before.slice(0, -sign.length)))
    ?.sign;
}

/** How much of the text before the caret asks for an emoji: a colon and two letters; 0 where it asks for none. */
export const emojiAsked = (before: string): number => EMOJI.exec(before)?.[1]?.length ?? 0;

export function isQuery(sign: Trigger, text: string): boolean {
  return RULES.find((rule) => rule.sign === sign)?.query.test(text) ?? false;
}
