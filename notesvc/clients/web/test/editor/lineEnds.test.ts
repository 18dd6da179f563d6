import { history, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { keepLineEnds, textOf } from "../../src/editor/raw/lineEnds";

const stateOf = (text: string) =>
  EditorState.create({ doc: text, extensions: [keepLineEnds(text), history()] });
const edited = (state: EditorState, ...changes: TransactionSpec[]) =>
  changes.reduce((now, change) => now.update(change).state, state);

function undone(state: EditorState): EditorState {
  let now = state;
  undo({ state, dispatch: (change) => (now = change.state) });
  return now;
}

describe("the line ends of a text", () => {
  it.each([
    "",
    "one",
    "a\nb\nc\n",
    "a\r\nb\r\nc\r\n",
    "a\rb\rc",
    "a\nb\r\nc\rd\n\r\n\r\r\n",
    "\r\n\r\n\n",
    "a\u2028b\u0085c\r\n",
  ])("stay as they are where nothing is edited: %j", (text) => {
    expect(textOf(stateOf(text))).toBe(text);
  });

  it("are the usual one of the text where a line is new", () => {
    const state = edited(stateOf("a\r\nb\r\nc\nd"), { changes: { from: 1, insert: "\nnew" } });
    expect(textOf(state)).toBe("a\r\nnew\r\nb\r\nc\nd");
  });

  it("move along with what is typed before, beside and behind them", () => {
    const state = edited(
      stateOf("a\nb\r\nc\nd"),
      { changes: { from: 0, insert: "xx" } },
      { changes: { from: 5, insert: "beside" } },
      { changes: { from: 12, insert: "behind" } },
    );
    expect(textOf(state)).toBe("xxa\nbbeside\r\nbehindc\nd");
  });

  it("go with the lines that are deleted, and come back when that is undone", () => {
    const state = edited(stateOf("a\nb\r\nc\nd"), { changes: { from: 3, to: 5 } });
    expect(textOf(state)).toBe("a\nb\nd");
    expect(textOf(undone(state))).toBe("a\nb\r\nc\nd");
  });
});
