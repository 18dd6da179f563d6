import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { scriptsOnLine } from "../../src/editor/raw/scripts";

const words = (text: string) => {
  const state = EditorState.create({ doc: text });
  return scriptsOnLine(state, 0).map(({ tag, start, end }) => [tag, state.sliceDoc(start, end)]);
};

it.each([
  ["H<sub>2</sub>O", [["sub", "2"]]],
  [
    "x<SUP>**2**</SUP> and a<sub></sub>",
    [
      ["sup", "**2**"],
      ["sub", ""],
    ],
  ],
  ["<sup>a<sub>b</sub>c</sup>", [["sub", "b"]]],
  ["<sub>open", []],
  ["<sub>a</sup>", []],
  ['<sub class="x">a</sub>', []],
  ["H~2~O x^2^", []],
])("%j has its words below and above the line", (text, found) => {
  expect(words(text)).toEqual(found);
});
