// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Block, Inline } from "../../src/blocks";
import { speak } from "../../src/i18n";
import { ChangedBlocks, isSame } from "../../src/render/changes/ChangedBlocks";
import { compare } from "../../src/render/changes/compare";
import { partsOf } from "../../src/render/changes/folding";
import { client } from "../../src/state/client";
import { foldersQuery } from "../../src/state/folders";
import { notesQuery } from "../../src/state/notes";
import { peopleQuery } from "../../src/state/people";

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeAll(() => speak("en"));
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  for (const { queryKey } of [notesQuery, foldersQuery, peopleQuery]) client.setQueryData(queryKey, []);
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  client.clear();
});

const text = (said: string, styles = {}): Inline => ({ type: "text", text: said, styles });
const block = (type: string, said: string, more: Partial<Block> = {}): Block => ({
  id: crypto.randomUUID(),
  type,
  content: [text(said)],
  children: [],
  ...more,
});
const paragraph = (said: string, more: Partial<Block> = {}) => block("paragraph", said, more);
const table = (...rows: string[][]): Block => ({
  type: "table",
  content: {
    type: "tableContent",
    headerRows: 1,
    rows: rows.map((cells) => ({ cells: cells.map((cell) => [text(cell)]) })),
  },
});

function show(before: Block[], after: Block[]): HTMLElement {
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <ChangedBlocks compared={compare(before, after)} noteId="" />
      </QueryClientProvider>,
    ),
  );
  return place;
}

/** What came and went in order, with words for whole blocks and rows, and what is read without all of it. */
function said(before: Block[], after: Block[]): string[] {
  const marks = [...show(before, after).querySelectorAll<HTMLElement>("[data-change]")];
  return marks.map((mark) => {
    const sign = mark.dataset.change === "insert" ? "+" : "-";
    const whole = mark.matches(".is-block, tr") ? "|" : "";
    const words = [...mark.childNodes].map((node) => node.textContent).join("");
    return sign + whole + words.replaceAll(/(Added|Removed): /g, "");
  });
}

test.each<[string, Block[], Block[], string[]]>([
  ["ids", [paragraph("One")], [paragraph("One")], []],
  [
    "what editors fill in",
    [
      paragraph("One", { props: { textColor: "default", textAlignment: "left" } }),
      table(["Name"], ["Ada"]),
      paragraph(""),
    ],
    [paragraph("One"), { ...table(["Name"], ["Ada"]), props: {} }],
    [],
  ],
  ["words", [paragraph("The quick fox")], [paragraph("The slow old fox")], ["-quick", "+slow old"]],
  ["a new block", [paragraph("One")], [paragraph("One"), paragraph("Two")], ["+|Two"]],
  ["another block", [paragraph("One")], [paragraph("Two")], ["-|One", "+|Two"]],
  [
    "an unlike block beside one that is alike",
    [paragraph("Apples and pears"), paragraph("Figs")],
    [paragraph("Quite new"), paragraph("Apples or pears"), paragraph("Figs")],
    ["+|Quite new", "-and", "+or"],
  ],
  [
    "a task that is ticked",
    [block("checkListItem", "Sow", { props: { checked: false } })],
    [block("checkListItem", "Sow", { props: { checked: true }, children: [paragraph("In rows")] })],
    ["-Sow", "+Sow", "+|In rows"],
  ],
  [
    "items within items",
    [block("bulletListItem", "Fruit", { children: [block("bulletListItem", "Figs and dates")] })],
    [block("bulletListItem", "Fruit", { children: [block("bulletListItem", "Figs and nuts")] })],
    ["-dates", "+nuts"],
  ],
  [
    "code",
    [block("codeBlock", "let a = 1;\nlet b = 2;")],
    [block("codeBlock", "let a = 1;\nlet b = 3;")],
    ["-2", "+3"],
  ],
  [
    "a callout",
    [block("quote", "[!tip] Water early\nNot at noon")],
    [block("quote", "[!tip] Water late\nNot at noon")],
    ["-early", "+late"],
  ],
  [
    "another kind of callout",
    [block("quote", "[!tip] Water early")],
    [block("quote", "[!warning] Water early")],
    ["-|Water early", "+|Water early"],
  ],
  [
    "cells and rows",
    [table(["Name", "Age"], ["Ada", "36"], ["Bob", "20"])],
    [table(["Name", "Years"], ["Ada", "37"], ["Eve", "8"])],
    ["-Age", "+Years", "-36", "+37", "-|Bob20", "+|Eve8"],
  ],
  [
    "a table of another shape",
    [table(["Name"], ["Ada"])],
    [table(["Name", "Age"], ["Ada", "36"])],
    ["-|NameAda", "+|NameAgeAda36"],
  ],
  ["a formula as a whole", [paragraph("So $a+b$ is")], [paragraph("So $a-b$ is")], ["-$a+b$", "+$a-b$"]],
  [
    "styles",
    [paragraph("One word")],
    [{ type: "paragraph", content: [text("One "), text("word", { bold: true })], children: [] }],
    ["-word", "+word"],
  ],
])("%s: what came and went is marked", (_, before, after, marks) => {
  expect(said(before, after)).toEqual(marks);
  expect(isSame(compare(before, after))).toBe(marks.length === 0);
});

test("marks stand in the note as it is read, and are said", () => {
  const shown = show(
    [block("heading", "A plan", { props: { level: 2 } }), block("quote", "[!tip]- More\nFolded words")],
    [block("heading", "The plan", { props: { level: 2 } }), block("quote", "[!tip]- More\nOther words")],
  );
  expect(shown.querySelector("h3")?.textContent).toBe("Removed: AAdded: The plan");
  expect(shown.querySelector("details")?.open).toBe(true);
});

test("nothing hostile becomes markup, and no note says itself what came", () => {
  const evil = "<img src=x onerror=alert(1)><script>1</script>";
  const own: Inline[] = ["<ins data-change='insert'>", "</ins>"].map((src) => ({
    type: "mdInline",
    props: { src },
  }));
  const shown = show(
    [paragraph(`One ${evil} two`), block("codeBlock", evil)],
    [
      paragraph(`One ${evil} three`),
      block("codeBlock", `${evil} more`),
      { type: "paragraph", content: [own[0]!, text("mine"), own[1]!] },
      { type: "changed", props: { op: "insert" }, content: [{ type: "changed", op: "insert" } as never] },
    ],
  );
  expect(shown.querySelectorAll("img, script")).toHaveLength(0);
  expect([...shown.querySelectorAll("ins")].filter((each) => !each.dataset.change)).toHaveLength(1);
});

test("long stretches without changes are folded, and numbers go on behind them", () => {
  const items = Array.from({ length: 20 }, (_, at) => block("numberedListItem", `Step ${at + 1}`));
  const compared = compare(items, [...items.slice(0, 19), block("numberedListItem", "Rest")]);
  expect(partsOf(compared).map(({ isFolded, blocks }) => [isFolded, blocks.length])).toEqual([
    [true, 17],
    [false, 4],
  ]);
  const shown = show(items, [...items.slice(0, 19), block("numberedListItem", "Rest")]);
  expect(shown.querySelector("ol")?.start).toBe(18);
  act(() => shown.querySelector("button")?.click());
  expect(shown.textContent).toContain("Step 1");
});

test("of a long note each block is compared with what it was, however many changed", () => {
  const words = (at: number, one: string) => `Line ${at} has some words and ${one} at its end, ${at * 7}.`;
  const long = (one: string) => Array.from({ length: 4_000 }, (_, at) => paragraph(words(at, one)));
  const compared = compare(long("this"), long("that"));
  expect(compared.blocks).toHaveLength(4_000);
  expect(compared.changed.size).toBe(4_000);
});

test("what has nothing in common, or is too long for words, changes as a whole", () => {
  const unlike = (sign: string) =>
    Array.from({ length: 2_000 }, (_, at) => paragraph(`${sign}${at} ${sign}${at + 1}`));
  expect(compare(unlike("a"), unlike("b")).blocks).toHaveLength(4_000);
  const huge = `${"word ".repeat(40_000)}end`;
  expect(compare([paragraph(huge)], [paragraph(`${huge} more`)]).blocks).toHaveLength(2);
});
