import { describe, expect, test } from "vitest";
import type { Block, Inline } from "../../src/blocks";
import { sameDocument, textOf } from "../../src/saving/blockText";
import { mergeText } from "../../src/saving/merge";
import { mergeBlocks } from "../../src/saving/mergeBlocks";
import { mergeNote } from "../../src/saving/mergeNote";
import { noteOf } from "./fakeService";

const p = (text: string, id?: string): Block => ({
  ...(id && { id }),
  type: "paragraph",
  content: [{ type: "text", text, styles: {} }],
});

describe("Merging texts", () => {
  test("keeps what only one side changed", () => {
    const merged = mergeText("one\ntwo\nthree\n", "ONE\ntwo\nthree\n", "one\ntwo\nTHREE\n");
    expect(merged).toEqual({ text: "ONE\ntwo\nTHREE\n", isTorn: false });
  });

  test("settles two changes of one line by its words", () => {
    const merged = mergeText("the quick brown fox", "the slow brown fox", "the quick brown dog");
    expect(merged).toEqual({ text: "the slow brown dog", isTorn: false });
  });

  test("takes the same change of both once", () => {
    expect(mergeText("a\n", "a\nb\n", "a\nb\n")).toEqual({ text: "a\nb\n", isTorn: false });
  });

  test("gives both where both changed the same word", () => {
    const merged = mergeText("red\n", "green\n", "blue\n");
    expect(merged.isTorn).toBe(true);
    expect(merged.text).toBe("green\nblue\n");
  });

  test.each([
    ["the end", "the endx", "the endy", "the endyx"],
    ["the end", "the end of it", "the end. And", "the end. And of it"],
    ["word", "sword", "wordy", "swordy"],
  ])("puts letters that both wrote into %j one behind the other", (base, mine, theirs, text) => {
    expect(mergeText(base, mine, theirs)).toEqual({ text, isTorn: false });
    const merged = mergeBlocks([p(base)], [p(mine)], [p(theirs)]);
    expect([textOf(merged.blocks), merged.isTorn]).toEqual([text, false]);
  });

  test.each([
    ["word", "sword", "wird"],
    ["", "mine", "theirs"],
    ["red", "green", "blue"],
    ["word", `${"w".repeat(600)}word`, `word${"d".repeat(600)}`],
  ])("asks where one side took letters of %j away, or wrote a passage", (base, mine, theirs) => {
    expect(mergeText(base, mine, theirs).isTorn).toBe(true);
    expect(mergeBlocks([p(base)], [p(mine)], [p(theirs)]).isTorn).toBe(true);
  });

  test("never loses a line of either, whatever was changed", () => {
    const base = Array.from({ length: 12 }, (_, at) => `line ${at}`);
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const side = (name: string) => {
        const lines = [...base];
        for (let n = 0; n <= random(3); n++) lines.splice(random(lines.length + 1), 0, `${name}${round}${n}`);
        return lines;
      };
      const [mine, theirs] = [side("mine"), side("theirs")];
      const { text } = mergeText(base.join("\n"), mine.join("\n"), theirs.join("\n"));
      for (const line of [...mine, ...theirs]) expect(text).toContain(line);
    }
  });
});

describe("Merging blocks", () => {
  test("takes paragraphs of both and the ids of mine", () => {
    const base = [p("one", "b1"), p("two", "b2")];
    const mine = [p("one", "x"), p("two", "y"), p("", "z")];
    const theirs = [p("new", "b1"), p("one", "b2"), p("two", "b3")];
    const { blocks, isTorn } = mergeBlocks(base, mine, theirs);
    expect(isTorn).toBe(false);
    expect(textOf(blocks)).toBe("new\none\ntwo");
    expect(blocks.map((block) => block.id)).toEqual(["b1", "x", "y"]);
  });

  test("settles two changes of one paragraph by its words and keeps the styles", () => {
    const styled = (words: [string, boolean][]): Block => ({
      type: "paragraph",
      content: words.map(([text, bold]): Inline => ({ type: "text", text, styles: bold ? { bold } : {} })),
    });
    const base = [styled([["one two three", false]])];
    const mine = [
      styled([
        ["one ", false],
        ["two", true],
        [" three", false],
      ]),
    ];
    const theirs = [styled([["one two three four", false]])];
    const { blocks, isTorn } = mergeBlocks(base, mine, theirs);
    expect(isTorn).toBe(false);
    expect(blocks[0]?.content).toEqual([
      { type: "text", text: "one ", styles: {} },
      { type: "text", text: "two", styles: { bold: true } },
      { type: "text", text: " three four", styles: {} },
    ]);
  });

  test("gives both paragraphs where both changed the same word", () => {
    const { blocks, isTorn } = mergeBlocks([p("red", "a")], [p("green", "a")], [p("blue", "a")]);
    expect(isTorn).toBe(true);
    expect(textOf(blocks)).toBe("green\nblue");
    expect(new Set(blocks.map((block) => block.id)).size).toBe(2);
  });

  test("merges what is nested", () => {
    const list = (...items: string[]): Block => ({ ...p("list"), children: items.map((item) => p(item)) });
    const { blocks, isTorn } = mergeBlocks([list("a", "b")], [list("a", "b", "c")], [list("0", "a", "b")]);
    expect(isTorn).toBe(false);
    expect(textOf(blocks)).toBe("list\n  0\n  a\n  b\n  c");
  });
});

describe("Comparing documents", () => {
  test("sees no difference in ids, usual properties, cuts of a run, or empty paragraphs at the end", () => {
    const plain = [p("one two", "b1")];
    const filled: Block[] = [
      {
        id: "other",
        type: "paragraph",
        props: { textColor: "default", backgroundColor: "default", textAlignment: "left" },
        content: [
          { type: "text", text: "one ", styles: {} },
          { type: "text", text: "two", styles: {} },
        ],
        children: [],
      },
      { id: "end", type: "paragraph", props: {}, content: [], children: [] },
    ];
    expect(sameDocument(plain, filled)).toBe(true);
    expect(sameDocument(plain, [p("one two!")])).toBe(false);
  });
});

describe("Merging a note", () => {
  test("adds and removes tags of both", () => {
    const base = noteOf({ tags: ["a", "b"] });
    const { edit, torn } = mergeNote(base, { tags: ["b", "c"] }, { ...base, tags: ["a", "b", "d"] });
    expect(torn).toEqual([]);
    expect(edit.tags).toEqual(["b", "d", "c"]);
  });

  test("merges properties one by one", () => {
    const base = noteOf({ properties: { a: 1, b: 1 } });
    const theirs = { ...base, properties: { a: 1, b: 2 } };
    expect(mergeNote(base, { properties: { a: 3, b: 1, c: 4 } }, theirs)).toEqual({
      edit: { properties: { a: 3, b: 2, c: 4 } },
      torn: [],
    });
    expect(mergeNote(base, { properties: { a: 1, b: 3 } }, theirs).torn).toEqual(["properties"]);
  });

  test("names the title when both changed it", () => {
    const base = noteOf({ name: "Plan" });
    expect(mergeNote(base, { name: "Plan A" }, { ...base, name: "Plan B" }).torn).toEqual(["name"]);
    expect(mergeNote(base, { name: "Plan B" }, { ...base, name: "Plan B" })).toEqual({ edit: {}, torn: [] });
  });
});
