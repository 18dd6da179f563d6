import { expect, it } from "vitest";
import type { Note } from "../../src/api";
import { withTick } from "../../src/pages/home/ticking";

const item = (text: string, checked: boolean, children: unknown[] = []) => ({
  type: "checkListItem",
  props: { checked },
  content: [{ type: "text", text, styles: {} }],
  children,
});

const note = (content: string, richContent: unknown[] = [], mode = "block") =>
  ({ content, richContent, mode }) as Pick<Note, "content" | "richContent" | "mode">;

it("ticks the task of that line, and no other byte", () => {
  const text = "a  \r\n- [ ] one\r\n> 2) [ ] two\r\n";
  expect(withTick(note(text, [], "raw"), 2, true)).toEqual({
    content: "a  \r\n- [x] one\r\n> 2) [ ] two\r\n",
  });
  expect(withTick(note(text, [], "raw"), 3, true)).toEqual({
    content: "a  \r\n- [ ] one\r\n> 2) [x] two\r\n",
  });
  expect(withTick(note("- [X] one", [], "raw"), 1, false)).toEqual({ content: "- [ ] one" });
});

it.each(["words", "- [x] done", "- [ ]", "- [-] half"])("%j is no task that is open", (text) => {
  expect(withTick(note(text), 1, true)).toBeNull();
  expect(withTick(note(text), 9, true)).toBeNull();
});

it("ticks the block that the line is, wherever it lies", () => {
  const text = "- [x] a\n- [ ] b\n  - [ ] c\n\n```\n- [ ] code\n```\n- [ ] d\n";
  const blocks = [item("a", true), item("b", false, [item("c", false)]), item("d", false)];
  const made = withTick(note(text, blocks), 3, true);
  expect(made?.richContent).toEqual([item("a", true), item("b", false, [item("c", true)]), item("d", false)]);
  expect(blocks[1]).toEqual(item("b", false, [item("c", false)]));
  expect(withTick(note(text, blocks), 8, true)?.richContent?.at(-1)).toEqual(item("d", true));
});

it("ticks a numbered task, whose box is a part of its words", () => {
  const numbered = (text: string) => ({
    type: "numberedListItem",
    content: [{ type: "text", text, styles: {} }],
  });
  const blocks = [numbered("first"), numbered("[ ] second"), item("c", true)];
  const made = withTick(note("1. first\n2. [ ] second\n\n- [x] c\n", blocks), 2, true);
  expect(made?.richContent).toEqual([numbered("first"), numbered("[x] second"), item("c", true)]);
});

it("leaves blocks out where they are not surely those of the text", () => {
  const text = "- [ ] a\n- [ ] b\n";
  expect(withTick(note(text, [item("a", false)]), 1, true)).toEqual({ content: "- [x] a\n- [ ] b\n" });
  expect(withTick(note(text, [item("a", true), item("b", false)]), 1, true)?.richContent).toBeUndefined();
});
