/** How one writes, and what is done to tables, by name or key. */
import type { SurfaceHandle, TableAct } from "../editor/surface";
import { useWriting, writing } from "../editor/writing";
import { t } from "../i18n";
import { type Command, useCommands } from "../shell/commands";

const TABLE_ACTS: TableAct[] = [
  "rowAbove",
  "rowBelow",
  "columnBefore",
  "columnAfter",
  "deleteRow",
  "deleteColumn",
];

const SCRIPTS = ["sub", "sup"] as const;
const LINKS = [
  ["block", "blockLink"],
  ["heading", "headingLink"],
  ["address", "headingAddress"],
] as const;

export function useWritingCommands(surface: SurfaceHandle | null): void {
  const { isFocused, isTypewriter, markdown } = useWriting();
  const modes = [
    command(
      "focus",
      t(isFocused ? "notes.do.focusOff" : "notes.do.focus"),
      () => writing.change({ isFocused: !isFocused }),
      "mod+shift+f",
    ),
    command(
      "typewriter",
      t(isTypewriter ? "notes.do.typewriterOff" : "notes.do.typewriter"),
      () => writing.change({ isTypewriter: !isTypewriter }),
      "mod+shift+y",
    ),
    command("signs", t(markdown === "preview" ? "notes.do.signs" : "notes.do.noSigns"), () =>
      writing.change({ markdown: markdown === "preview" ? "plain" : "preview" }),
    ),
  ];
  useCommands(surface ? [...modes, ...atCaret(surface)] : []);
}

/** What is done to the text where the caret stands. */
function atCaret({ script, copyLink, table }: SurfaceHandle): Command[] {
  const scripts = SCRIPTS.map((tag) => command(tag, t(`editor.tools.${tag}`), () => script?.(tag)));
  const links = LINKS.map(([as, word]) => command(word, t(`editor.tools.${word}`), () => copyLink?.(as)));
  const tables = TABLE_ACTS.map((act) =>
    command(act, t("notes.do.table", { act: t(`editor.tools.${act}`) }), () => table?.(act)),
  );
  const offered = [...(script ? scripts : []), ...(copyLink ? links : []), ...(table ? tables : [])];
  return offered.map((each) => ({ ...each, group: "note" }));
}

const command = (id: string, name: string, run: () => void, keys?: string): Command => ({
  id: `writing.${id}`,
  name,
  group: "view",
  run,
  ...(keys !== undefined && { keys }),
});
