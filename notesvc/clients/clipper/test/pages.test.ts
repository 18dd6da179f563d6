// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readPage } from "../src/page/read.ts";

/** The service's tests read the same files. */
const FOLDER = "../../../tests/text/clip";
const file = (name: string): string => readFileSync(`${FOLDER}/${name}`, "utf-8");

const FRAME = file("frame.html");
const AROUND = [...FRAME.matchAll(/<p>(.*)<\/p>/g)].map(([, words]) => words ?? "");
const LEFT_OUT: Record<string, string[]> = JSON.parse(file("pages.json")).leftOut;
const NAMES = readdirSync(`${FOLDER}/pages`)
  .filter((name) => name.endsWith(".html"))
  .map((name) => name.replace(".html", ""));

function pageOf(...names: string[]): Document {
  const html = FRAME.replace("<!-- page -->", names.map((name) => file(`pages/${name}.html`)).join(""));
  const page = new DOMParser().parseFromString(html, "text/html");
  Object.defineProperty(page, "URL", { value: "https://kettle.example/tea" });
  return page;
}

function within(markdown: string): string {
  let rest = markdown;
  for (const words of AROUND) {
    expect(rest).toContain(words);
    rest = rest.replace(words, "");
  }
  return rest.replace(/\n{3,}/g, "\n\n").trim();
}

it.each(NAMES)("an article with %s is kept, and what is left out is named", (name) => {
  const { markdown, leftOut } = readPage(pageOf(name), "article");
  expect(within(markdown)).toBe(file(`pages/${name}.md`).trim());
  expect(leftOut).toEqual(LEFT_OUT[name] ?? []);
});

it.each(NAMES.filter((name) => !(name in LEFT_OUT)))("a full page with %s is kept", (name) => {
  const { markdown, leftOut } = readPage(pageOf(name), "full");
  expect(within(markdown)).toBe(file(`pages/${name}.md`).trim());
  expect(leftOut).toEqual([]);
});

it("a long article with all of it is kept", () => {
  const { markdown, leftOut } = readPage(pageOf(...NAMES), "article");
  const blocks = NAMES.flatMap((name) => file(`pages/${name}.md`).trim().split("\n\n"));
  expect(blocks.filter((block) => !markdown.includes(block))).toEqual([]);
  expect(leftOut).toEqual(Object.values(LEFT_OUT).flat());
});
