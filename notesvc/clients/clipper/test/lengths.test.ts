import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const MOST = 40;

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

/** The functions of a file that are too long, by file and name; what is inside another counts for both. */
function tooLong(file: string): string[] {
  const text = readFileSync(join("src", file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line;
  const look = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      if (lines > MOST) found.push(`${file} ${node.name?.getText() ?? ""} ${lines}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

it("functions have at most 40 lines", () => {
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap(tooLong)).toEqual([]);
});
