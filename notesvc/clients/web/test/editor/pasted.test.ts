// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { markdownOf } from "../../src/editor/document/markdownOut";
import { type Clip, meaningOf } from "../../src/editor/paste/meaning";

/** What programs put on the clipboard, and the markdown that it is; the browser's tests read the same. */
const CASES = "../../../tests/app/paste";
const KINDS = { "html.html": "text/html", "plain.txt": "text/plain", "vscode.json": "vscode-editor-data" };

const read = (name: string, file: string) => readFileSync(`${CASES}/${name}/${file}`, "utf8");

function clipOf(name: string): Clip {
  const found = Object.entries(KINDS).filter(([file]) => existsSync(`${CASES}/${name}/${file}`));
  const texts = new Map(found.map(([file, kind]) => [kind, read(name, file)]));
  return { get: (kind) => texts.get(kind) ?? "", kinds: [...texts.keys()], files: [] };
}

function markdownFrom(name: string): string {
  const keep = (file: File) => `/files/ID/${encodeURIComponent(file.name)}`;
  const target = { isInCode: false, isPlainWanted: false, hasSelection: false, keep };
  const meaning = meaningOf(clipOf(name), target);
  if (meaning.as === "markdown" || meaning.as === "plain") return meaning.text;
  return markdownOf(meaning.as === "blocks" ? meaning.blocks : []).replace(
    /!\[[^\]]*\]\(\/files\/ID\/([^)]+)\)/g,
    (_, file: string) => `![${decodeURIComponent(file)}](/files/ID/${file})`,
  );
}

describe("what is pasted from", () => {
  it.each(readdirSync(CASES))("%s", (name) => {
    expect(markdownFrom(name)).toBe(read(name, "expected.md"));
  });
});
