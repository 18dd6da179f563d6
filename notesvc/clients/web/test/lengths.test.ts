import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const MOST = { function: 40, component: 60 };

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
  expect(files.flatMap(tooLong)).toEqual([]);
});
