// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { illustrate, nameOf } from "../src/page/pictures.ts";
import { type PageText, type ReadMode, readPage } from "../src/page/read.ts";
import { countWords, isLittle } from "../src/page/words.ts";
import { fill, templateFor } from "../src/templates.ts";

const PAGES = "../../../tests/clipper/pages";

function pageOf(html: string): Document {
  const page = new DOMParser().parseFromString(html, "text/html");
  Object.defineProperty(page, "URL", { value: "https://kettle.example/tea" });
  return page;
}

const read = (name: string, mode: ReadMode = "article"): PageText =>
  readPage(pageOf(readFileSync(`${PAGES}/${name}.html`, "utf-8")), mode);

/** How much of the one text's words the other has, and the other way round, as one number. */
function f1(text: string, expected: string): number {
  const [found, wanted] = [text, expected].map((each) => each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const left = new Map<string, number>();
  for (const word of wanted!) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of found!) {
    const count = left.get(word) ?? 0;
    if (count > 0) both += 1;
    left.set(word, count - 1);
  }
  return both === 0 ? 0 : (2 * both) / (found!.length + wanted!.length);
}

describe("an article", () => {
  const page = read("article");

  it("keeps code with its lines and its language", () => {
    expect(page.markdown).toContain(
      "```python\ndef brew(leaf):\n    while water.degrees < leaf.degrees:\n        wait(1)",
    );
  });

  it("keeps tables, formulas, footnotes and pictures", () => {
    expect(page.markdown).toMatch(/\| Green \| 70 \| 2 \|/);
    expect(page.markdown).toContain("$T = T_0 e^{-kt}$");
    expect(page.markdown).toContain("[^1]: Published in 1701, without a name.");
    expect(page.markdown).toMatch(/!\[A cup\]\(.*\/pictures\/1\.png\)/);
  });

  it("leaves out what stands around it, and knows who wrote it when", () => {
    expect(page.markdown).not.toMatch(/Coffee for beginners|All rights reserved|About us/);
    expect(page).toMatchObject({ title: "How tea is made", author: "Mina Leaf", site: "The Kettle" });
    expect(page.published).toContain("2026-03-04");
  });

  it.each(["article", "right-to-left", "japanese", "mostly-lost"])("has the words of %s", (name) => {
    const source = pageOf(readFileSync(`${PAGES}/${name}.html`, "utf-8"));
    for (const math of source.querySelectorAll("math, pre")) math.remove();
    const expected = source.querySelector("article")?.textContent ?? "";
    const text = read(name).markdown.replace(/```[\s\S]*?```|\$[^$]*\$|!\[.*?\]\(.*?\)|\]\([^)]*\)/g, " ");
    expect(f1(text, expected)).toBeGreaterThan(0.92);
  });

  it("is everything that is shown where nothing looks like an article", () => {
    const page = readPage(pageOf("<title>x</title><body><p>Only this.</p></body>"), "article");
    expect(page.markdown).toContain("Only this.");
  });
});

describe.each(["article", "full"] as const)("a manual as %s", (mode) => {
  const { markdown } = read("manual", mode);

  it("keeps code without the numbers beside its lines, and its language", () => {
    expect(markdown).toContain("```ruby\nkettle.heat_to(70)\nkettle.wait_for(:bell)\nkettle.pour\n```");
    expect(markdown).toContain("```go\nfunc main() {\n    kettle.Heat(70)\n}\n```");
  });

  it("keeps tables whose cells reach further", () => {
    const rows = markdown.match(/^\|.*\|$/gm)?.map((row) => row.replace(/\s+/g, ""));
    expect(rows).toEqual(["|Leaf|Degrees||", "|---|---|---|", "||Least|Most|", "|Green|60|70|", "||65|75|"]);
  });

  it("keeps formulas of each kind once", () => {
    expect(markdown).toContain("written as $T = e^{-kt}$ in a line");
    expect(markdown).toMatch(/\$\$\s*V = \\pi r\^2 h\s*\$\$/);
    expect(markdown).toContain("such as $q = m c \\Delta T$ for the heat");
    expect(markdown).toContain("such as $P = \\frac{q}{t}$ for the power");
  });

  it("keeps pictures that come late, in their best size", () => {
    const pictures = markdown.match(/!\[[^\]]*\]\([^)]*\)/g)?.map((each) => each.replace(/\(.*\//, "("));
    expect(pictures).toEqual([
      "![The lid](11.png)",
      "![The handle](13.png)",
      "![The spout](14.png)",
      "![The foot](16.png)",
    ]);
  });

  it("keeps footnotes", () => {
    expect(markdown).toContain("was drawn[^1] before it was built, and the first one leaked[^2]");
    expect(markdown).toContain("[^2]: At the seam of the spout.");
  });
});

describe("the full page", () => {
  it("has all that the page shows, and no scripts", () => {
    const { markdown } = read("article", "full");
    expect(markdown).toContain("Coffee for beginners");
    expect(markdown).not.toContain("schema.org");
  });
});

describe("reading", () => {
  it.each(["article", "full"] as const)("changes nothing on the page: %s", (mode) => {
    const page = pageOf(readFileSync(`${PAGES}/manual.html`, "utf-8"));
    const before = page.documentElement.outerHTML;
    readPage(page, mode);
    expect(page.documentElement.outerHTML).toBe(before);
  });
});

describe("how much was kept", () => {
  it("counts words in scripts with and without blanks", () => {
    expect(countWords("two words")).toBe(2);
    expect(countWords("お茶は葉と水")).toBe(3);
  });

  it("is little under a third of a page that says something", () => {
    expect([isLittle(20, 100), isLittle(20, 200), isLittle(80, 200)]).toEqual([false, true, false]);
  });
});

describe("pictures of a text", () => {
  it("are found once each, also behind brackets and titles", async () => {
    const text =
      '![a](https://a.example/1.png) ![b](<https://a.example/2 x.png>) ![](https://a.example/p_(1).png "t") ![a](https://a.example/1.png)';
    const { pictures, markdown } = await illustrate(text);
    expect(pictures.map(({ address, state }) => [address, state])).toEqual([
      ["https://a.example/1.png", "wanted"],
      ["https://a.example/2 x.png", "wanted"],
      ["https://a.example/p_(1).png", "wanted"],
    ]);
    expect(markdown).toBe(text);
  });

  it("have names for files", () => {
    expect(nameOf("https://a.example/x/caf%C3%A9.png?w=1", "", 1)).toBe("café.png");
    expect(nameOf("https://a.example/", "image/jpeg", 3)).toBe("picture-3.jpg");
    expect(nameOf("https://a.example/image", "image/svg+xml", 1)).toBe("image.svg");
  });
});

describe("templates", () => {
  it("are chosen by the longest match, a beginning or an expression", () => {
    const some = [
      { match: "kettle.example" },
      { match: "https://kettle.example/tea" },
      { match: "/\\/wiki\\//" },
    ];
    expect(templateFor("https://www.kettle.example/tea/2", some)).toBe(some[1]);
    expect(templateFor("https://a.example/wiki/Tea", some)).toBe(some[2]);
    expect(templateFor("https://a.example/", [...some, { match: "" }, { match: "/(/" }])).toBeUndefined();
  });

  it("fill their places with what the page says, and run nothing", () => {
    const page = read("article");
    const filled = fill(
      "{{title}} by {{schema:Recipe.author.name}}: {{schema:recipeIngredient}} {{nothing}}{{schema:a.b}} {{constructor}}",
      page,
      0,
    );
    expect(filled).toBe("How tea is made by Mina Leaf: 2 g of leaves, 200 ml of water  ");
  });
});
