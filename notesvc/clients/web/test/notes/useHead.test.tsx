// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import type { Note } from "../../src/api";
import { isSameSurface, type SurfaceProps } from "../../src/editor/surface";
import { useHead } from "../../src/notes/useHead";

const note = (change: Partial<Note>) =>
  ({ id: "1", name: "Plan", tags: ["trip"], content: "", updatedAt: "1", ...change }) as Note;

const heads: (Note | undefined)[] = [];

function Probe({ shown }: { shown: Note | undefined }) {
  heads.push(useHead(shown));
  return null;
}

test("what stands around a text is the same while only the text changes", () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.createElement("div"));
  const texts = [undefined, note({}), note({ content: "a", updatedAt: "2" }), note({ richContent: [] })];
  const others = [note({ name: "Plans" }), note({ name: "Plans", tags: [] })];
  for (const shown of [...texts, ...others]) act(() => root.render(<Probe shown={shown} />));
  act(() => root.unmount());
  expect(heads).toEqual([undefined, texts[1], texts[1], texts[1], ...others]);
  expect(heads[3]).toBe(texts[1]);
});

test("a surface is shown anew for anything but the text that it began with", () => {
  const props: SurfaceProps<string> = { noteId: "1", initial: "a", isEditable: true, onChange: () => {} };
  expect(isSameSurface(props, { ...props, initial: "b" })).toBe(true);
  for (const change of [{ noteId: "2" }, { isEditable: false }, { source: "a" }, { onChange: () => {} }])
    expect(isSameSurface(props, { ...props, ...change })).toBe(false);
});
