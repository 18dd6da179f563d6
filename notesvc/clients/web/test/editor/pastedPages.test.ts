// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { markdownOf } from "../../src/editor/document/markdownOut";
import { blocksOfHtml } from "../../src/editor/paste/blocksOfHtml";

/** Pages that the clipper and the service read, too. */
const FOLDER = "../../../tests/text/clip/pages";
const file = (name: string) => readFileSync(`${FOLDER}/${name}`, "utf8").trim();
const read = (name: string) => markdownOf(blocksOfHtml(file(name), () => "kept:0")).trim();

it.each(["code", "footnotes"])("a page with %s is pasted as it is clipped", (name) =>
  expect(read(`${name}.html`)).toBe(file(`${name}.md`)),
);

it("pictures are those that are clipped, each on a line of its own", () => {
  const pictures = (markdown: string) => markdown.match(/!\[.*?\]\(.*?\)/g);
  expect(pictures(read("pictures.html"))).toEqual(pictures(file("pictures.md")));
});
