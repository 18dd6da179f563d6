/** What can be asked of a model about a text, and what becomes of the answer. */
import {
  type Icon,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconBulb,
  IconCheckbox,
  IconHash,
  IconHeading,
  IconLanguage,
  IconLink,
  IconListDetails,
  IconMoodSmile,
  IconPencil,
  IconPlayerTrackNext,
  IconSparkles,
  IconTextSpellcheck,
} from "@tabler/icons-react";
import type { Passage } from "../editor/passage/passage";
import { t } from "../i18n";
import type { Key } from "../i18n/keys";
import type { Prompt } from "../state/ai";

/** `replace`: stands in the text's place; `below`: under it; the others are offered as chips. */
export type Way = "replace" | "below" | "title" | "tags" | "links";
type Kind = Passage["kind"];

interface Known {
  action: string;
  icon: Icon;
  way: Way;
  /** What it can be asked about. */
  about: readonly Kind[];
  /** What has to be chosen with it. */
  choice?: "tone" | "language";
}

const TEXT: readonly Kind[] = ["selection", "note"];

const KNOWN = [
  { action: "rewrite", icon: IconPencil, way: "replace", about: TEXT },
  { action: "fix", icon: IconTextSpellcheck, way: "replace", about: TEXT },
  { action: "shorter", icon: IconArrowsDiagonalMinimize2, way: "replace", about: TEXT },
  { action: "longer", icon: IconArrowsDiagonal, way: "replace", about: TEXT },
  { action: "tone", icon: IconMoodSmile, way: "replace", about: TEXT, choice: "tone" },
  { action: "translate", icon: IconLanguage, way: "replace", about: TEXT, choice: "language" },
  { action: "continue", icon: IconPlayerTrackNext, way: "below", about: ["selection", "note", "line"] },
  { action: "summarize", icon: IconListDetails, way: "below", about: ["selection", "note", "line"] },
  { action: "explain", icon: IconBulb, way: "below", about: TEXT },
  { action: "tasks", icon: IconCheckbox, way: "below", about: ["selection", "note", "line"] },
  { action: "links", icon: IconLink, way: "links", about: TEXT },
  { action: "title", icon: IconHeading, way: "title", about: ["note"] },
  { action: "tags", icon: IconHash, way: "tags", about: ["note"] },
] as const satisfies readonly Known[];

export const TONES = ["friendly", "formal", "direct", "plain", "confident"] as const;
/** By their own names, which need no translation; what is sent is the English one. */
export const TARGET_LANGUAGES: readonly [english: string, own: string][] = [
  ["English", "English"],
  ["German", "Deutsch"],
  ["French", "Français"],
  ["Spanish", "Español"],
  ["Italian", "Italiano"],
  ["Portuguese", "Português"],
  ["Dutch", "Nederlands"],
  ["Polish", "Polski"],
  ["Turkish", "Türkçe"],
  ["Ukrainian", "Українська"],
  ["Russian", "Русский"],
  ["Arabic", "العربية"],
  ["Chinese", "中文"],
  ["Japanese", "日本語"],
];

/** What is asked for in one press. */
export interface Deed {
  id: string;
  name: string;
  icon: Icon;
  way: Way;
  action: string;
  instruction?: string;
  promptId?: string;
  choice?: "tone" | "language";
}

export function deedsFor(kind: Kind, prompts: readonly Prompt[]): Deed[] {
  const known = (KNOWN as readonly Known[])
    .filter(({ about }) => about.includes(kind))
    .map(
      ({ action, icon, way, choice }): Deed => ({
        id: action,
        name: t(`ai.action.${action as (typeof KNOWN)[number]["action"]}`),
        icon,
        way,
        action,
        ...(choice && { choice }),
      }),
    );
  return [...known, ...prompts.map(deedOfPrompt)];
}

/** As it is called where it is told of. */
export function nameOfAction(action: string): string {
  const isNamed = action === "ask" || action === "custom" || KNOWN.some((each) => each.action === action);
  return isNamed ? t(`ai.action.${action}` as Key).replace(/…$/, "") : action;
}

export const deedOfPrompt = ({ id, name }: Prompt): Deed => ({
  id: `prompt ${id}`,
  name,
  icon: IconSparkles,
  way: "replace",
  action: "custom",
  promptId: id,
});

/** What is meant by words that name none of the deeds: an instruction. */
export function deedOfWords(words: string, kind: Kind): Deed {
  const isNew = kind === "line";
  return {
    id: "words",
    name: words,
    icon: IconSparkles,
    way: isNew ? "below" : "replace",
    action: "custom",
    instruction: words,
  };
}

/** The deed with something that is not among its choices. */
export const withWords = ({ choice: _, ...deed }: Deed, instruction: string): Deed => ({
  ...deed,
  name: `${deed.name} ${instruction}`,
  instruction,
});

/** The deeds that a choice opens. */
export function choicesOf(deed: Deed): Deed[] {
  if (deed.choice === "tone") return TONES.map((tone) => chosen(deed, tone, t(`ai.tone.${tone}`)));
  return TARGET_LANGUAGES.map(([english, own]) => chosen(deed, english, own));
}

function chosen({ choice: _, ...deed }: Deed, instruction: string, name: string): Deed {
  return { ...deed, id: `${deed.id} ${instruction}`, name, instruction };
}
