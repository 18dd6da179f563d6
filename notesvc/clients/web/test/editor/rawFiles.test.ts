// @vitest-environment jsdom
/** A file that is on its way in the raw surface: its link stands where it was put, whatever is typed meanwhile. */
import { undo } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { leaveMarks, upload } from "../../src/editor/raw/files";
import { shown } from "./rawKeys";
import { surface } from "./rawSurface";

interface Held {
  arrives(): void;
  cancel(): void;
}
const held: Held[] = vi.hoisted(() => []);
vi.mock("../../src/editor/upload/transfer", () => ({
  Transfer: class {
    constructor(
      file: File,
      _: unknown,
      place: { arrived(file: object): void; cancelled(): void; changed(upload: object): void },
    ) {
      place.changed({ percent: 1 });
      const { name, type } = file;
      held.push({
        arrives: () => place.arrived({ name, type, url: `/files/${name}` }),
        cancel: () => place.cancelled(),
      });
    }
    start() {}
    leave = () => "#mark";
  },
}));

beforeEach(() => void held.splice(0));

const picture = (name: string) => new File(["x"], name, { type: "image/png" });

/** So many pictures are pasted at the caret, and have not arrived yet. */
function pasted(marked: string, count = 1): EditorView {
  const view = surface(marked);
  const at = view.state.selection.main.head;
  for (let number = 1; number <= count; number++) upload(view, picture(`${number}`), "n", at);
  return view;
}

function type(view: EditorView, text: string, at = view.state.selection.main.head): void {
  const isBefore = at < view.state.selection.main.head;
  const selection = isBefore ? undefined : { anchor: at + text.length };
  view.dispatch({
    changes: { from: at, insert: text },
    ...(selection && { selection }),
    userEvent: "input.type",
  });
}

describe("what is put on an empty line", () => {
  it("has a line of its own above what is typed there meanwhile", () => {
    const view = pasted("Above\n\n¦");
    type(view, "Typed right behind.\nSecond line.");
    held[0]!.arrives();
    expect(shown(view)).toBe("Above\n\n![1](/files/1)\n\nTyped right behind.\nSecond line.¦");
  });

  it("goes with what is typed before it", () => {
    const view = pasted("Above\n\n¦");
    type(view, " it all", 5);
    held[0]!.arrives();
    expect(shown(view)).toBe("Above it all\n\n![1](/files/1)¦");
  });

  it("stands in the order in which it was put, whatever comes first", () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      held.splice(0);
      const view = pasted("¦", 3);
      type(view, "Typed.");
      for (const next of order) held[next]!.arrives();
      expect(shown(view)).toBe("![1](/files/1)\n\n![2](/files/2)\n\n![3](/files/3)\n\nTyped.¦");
    }
  });

  it("stays where it was when what was typed is undone", () => {
    const view = pasted("Above\n\n¦\n\nBelow");
    type(view, "Typed.");
    undo(view);
    held[0]!.arrives();
    expect(shown(view)).toBe("Above\n\n![1](/files/1)¦\n\nBelow");
  });

  it("leaves its mark there when the surface goes", () => {
    const view = pasted("Above\n\n¦", 2);
    type(view, "Typed.");
    leaveMarks(view);
    expect(shown(view)).toBe("Above\n\n![1](#mark)\n\n![2](#mark)\n\nTyped.¦");
  });
});

describe("what is put into a line", () => {
  it("stays between what was there and what is typed behind it", () => {
    const view = pasted("See ¦");
    type(view, "and read.");
    held[0]!.arrives();
    expect(shown(view)).toBe("See ![1](/files/1)and read.¦");
  });

  it("leaves nothing where it is cancelled", () => {
    const view = pasted("See ¦");
    type(view, "and read.");
    held[0]!.cancel();
    expect(shown(view)).toBe("See and read.¦");
  });
});
