/** What the slash menu offers, in the language of the person. */
import {
  type Icon,
  IconBlockquote,
  IconCalendar,
  IconCheckbox,
  IconChevronRight,
  IconCode,
  IconFile,
  IconH1,
  IconH2,
  IconH3,
  IconH4,
  IconH5,
  IconH6,
  IconInfoSquare,
  IconLetterT,
  IconLink,
  IconList,
  IconListNumbers,
  IconMathFunction,
  IconNote,
  IconPhoto,
  IconSchema,
  IconSeparator,
  IconSparkles,
  IconTable,
} from "@tabler/icons-react";
import { t } from "../../i18n";
import type { Item } from "./items";
import { best, ranked, startsAWord } from "./ranking";

type Group = "text" | "lists" | "media" | "more";

const COMMANDS = [
  ["paragraph", "paragraph", IconLetterT, "text"],
  ["heading1", "heading", IconH1, "text", "#"],
  ["heading2", "heading", IconH2, "text", "##"],
  ["heading3", "heading", IconH3, "text", "###"],
  ["quote", "quote", IconBlockquote, "text", ">"],
  ["callout", "callout", IconInfoSquare, "text"],
  ["code", "code", IconCode, "text", "```"],
  ["bullet", "bullet", IconList, "lists", "-"],
  ["numbered", "numbered", IconListNumbers, "lists", "1."],
  ["task", "task", IconCheckbox, "lists", "[]"],
  ["toggle", "toggle", IconChevronRight, "lists"],
  ["table", "table", IconTable, "media"],
  ["image", "image", IconPhoto, "media"],
  ["file", "file", IconFile, "media"],
  ["divider", "divider", IconSeparator, "media", "---"],
  ["maths", "maths", IconMathFunction, "more"],
  ["mermaid", "mermaid", IconSchema, "more"],
  ["footnote", "footnote", IconNote, "more"],
  ["link", "link", IconLink, "more", "[["],
  ["today", "today", IconCalendar, "more"],
  ["assist", "assist", IconSparkles, "more"],
  ["heading4", "heading", IconH4, "more", "####"],
  ["heading5", "heading", IconH5, "more", "#####"],
  ["heading6", "heading", IconH6, "more", "######"],
] as const satisfies readonly [string, string, Icon, Group, string?][];

export type Command = (typeof COMMANDS)[number][0];

/** `hasAssist`: whether a model can be asked there. */
export function commandsFor(query: string, hasAssist = false): Item[] {
  const offered = COMMANDS.filter(([id]) => id !== "assist" || hasAssist);
  const items = offered.map(([id, also, icon, group, keys]) => {
    const item: Item = { id, name: t(`editor.slash.${id}`), icon, choice: { kind: "command", id } };
    if (keys !== undefined) item.keys = keys;
    return {
      item,
      group: t(`editor.slash.groups.${group}`),
      words: `${t(`editor.slash.${id}`)} ${t(`editor.also.${also}`)}`,
    };
  });
  if (query === "") return items.map(({ item, group }) => ({ ...item, group, isMeant: true }));
  const found = best(
    ranked(items, (each) => each.words),
    query,
    12,
  );
  return found.map(({ item, words }) => ({ ...item, isMeant: startsAWord(words, query) }));
}
