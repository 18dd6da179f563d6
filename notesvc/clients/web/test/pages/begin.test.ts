import { expect, it } from "vitest";
import { welcomeNotes } from "../../src/pages/home/begin";

const id = (at: number) =>
  `${(1_790_000_000_000 + at).toString(16).padStart(12, "0").replace(/^.{8}/, "$&-")}-7000-8000-0`;
const note = (at: number, sortOrder: number, parentId: string | null = "welcome") => ({
  id: id(at),
  sortOrder,
  parentId,
});
const welcome = [note(3, 1), note(1, 2), note(2, 3)];

it("a new workspace begins with its welcome notes until the first of them was opened", () => {
  const own = [note(60_000, 1, null), note(90_000, 4)];
  expect(welcomeNotes([...own, ...welcome], [])).toEqual(welcome);
  expect(welcomeNotes([...own, ...welcome], [...own, welcome[1]!])).toEqual(welcome);
  expect(welcomeNotes([...own, ...welcome], [welcome[0]!])).toEqual([]);
});

it("a workspace without them begins with nothing", () => {
  expect(welcomeNotes([], [])).toEqual([]);
  expect(welcomeNotes([note(0, 1, null), note(1, 2, null)], [])).toEqual([]);
  expect(
    welcomeNotes([...welcome, ...Array.from({ length: 30 }, (_, at) => note(9_000 + at, at))], []),
  ).toEqual([]);
});
