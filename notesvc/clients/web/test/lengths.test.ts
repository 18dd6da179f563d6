import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const MOST = { function: 40, component: 60 };

/** What is longer today, with its lines. An entry may only get shorter; what keeps to the limit leaves the list. */
const LONGER: Record<string, number> = {
  "notes/NoteText.tsx NoteText": 95,
  "shell/palette/Palette.tsx Palette": 81,
  "shell/tree/Tree.tsx Rows": 69,
  "pages/SearchPage.tsx SearchPage": 67,
  "sidePanel/links/LinkMentions.tsx Choice": 65,
  "account/StepUp.tsx ProofForm": 64,
  "pages/GraphPage.tsx Workspace": 64,
  "pages/JournalPage.tsx OneDay": 63,
  "editor/find/FindBar.tsx FindBar": 63,
  "settings/keys/KeysSection.tsx KeysSection": 63,
  "shell/tree/MoveDialog.tsx MoveDialog": 62,
  "shell/global.ts useGlobalCommands": 61,
  "settings/keys/NewKeyDialog.tsx NewKeyDialog": 61,
  "editor/tools/TouchBar.tsx toolsOf": 53,
  "notes/useNoteCommands.ts useNoteCommands": 45,
  "shell/tree/rows.ts push": 44,
  "shell/focusOnNavigate.ts useFocusOnNavigate": 43,
  "pages/people/SavedField.tsx useSaving": 43,
  "shell/tree/acts.ts useActs": 43,
  "shell/tree/selection.ts useSelection": 43,
  "notes/useNoteActs.ts useNoteActs": 42,
  "editor/raw/state.ts stateOf": 41,
};

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && file !== "api.schema.ts",
);

/** The functions of a file that are too long, by file and name; what is inside another counts for both. */
function tooLong(file: string): [name: string, lines: number][] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join("src", file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: [string, number][] = [];
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line;
  const look = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const name = (node.name ?? (node.parent as { name?: ts.Node }).name)?.getText() ?? "";
      const isComponent = file.endsWith(".tsx") && /^[A-Z]/.test(name);
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      if (lines > MOST[isComponent ? "component" : "function"]) found.push([`${file} ${name}`, lines]);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

it("functions have at most 40 lines, components 60", () => {
  const found = Object.fromEntries(files.flatMap(tooLong).sort(([, one], [, other]) => other - one));
  expect(found).toEqual(LONGER);
});
