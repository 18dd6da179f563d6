// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, expect, it, vi } from "vitest";
import {
  type Draft,
  forget,
  hasRoomDraft,
  journal,
  keep,
  leftBehind,
  roomKey,
  shelfOf,
} from "../../src/saving/drafts";
import { noteOf } from "./fakeService";

const ME = { userId: "u1", tab: "t1" };
const WHAT = { ...ME, noteId: "n1", base: noteOf(), etag: '"1"' };

const draft = (some: Partial<Draft> = {}): Draft => ({
  ...WHAT,
  key: "n1 a",
  edit: { content: "typed" },
  at: 1,
  ...some,
});
const inRoom = (bytes: number[], some: Partial<Draft> = {}): Draft =>
  draft({ key: roomKey("n1 a"), room: { generation: "g1", update: Uint8Array.from(bytes) }, ...some });

/** What is left, with bytes as numbers: those that come out of the database are of another realm than the test's. */
const left = async (noteId?: string) => (await leftBehind(ME, noteId)).map(plain);
const plain = ({ room, ...rest }: Draft) => (room ? { ...rest, room: [...room.update] } : rest);

/** Other tabs that live, as the browser tells on each asking; the last answer stands. */
function livingTabs(...answers: string[][]): void {
  const query = async () => {
    const names = answers.length > 1 ? answers.shift() : answers[0];
    return { held: names?.map((name) => ({ name: `notesvc.tab.${name}` })) };
  };
  Object.defineProperty(navigator, "locks", { value: { query }, configurable: true });
}

afterEach(async () => {
  Reflect.deleteProperty(navigator, "locks");
  for (const { key } of await leftBehind(ME)) await forget(key);
  localStorage.clear();
});

it("has of each opening what was kept last, be that in the database or in the journal", async () => {
  await keep(draft());
  journal(draft({ edit: { content: "typed on" }, at: 2 }));
  journal(draft({ key: "n1 b", edit: { content: "elsewhere" }, at: 5 }));
  await keep(draft({ key: "n1 b", edit: { content: "older, but written later" }, at: 4 }));
  expect((await leftBehind(ME)).map(({ edit }) => edit.content)).toEqual(["typed on", "elsewhere"]);
});

it("keeps of one opening what goes to the service and what goes to the room", async () => {
  await keep(draft({ edit: { name: "Title" } }));
  await keep(inRoom([1, 2], { at: 2 }));
  const named = plain(draft({ edit: { name: "Title" } }));
  expect(await left("n1")).toEqual([named, plain(inRoom([1, 2], { at: 2 }))]);
  await forget(roomKey("n1 a"));
  expect(await left("n1")).toEqual([named]);
});

it("has of a room the document and what was journalled on top, byte for byte", async () => {
  await keep(inRoom([0, 127, 128, 255]));
  journal(inRoom([255, 0], { at: 2 }));
  expect(await left()).toEqual([inRoom([0, 127, 128, 255]), inRoom([255, 0], { at: 2 })].map(plain));
});

it("has both of them also where a page that went away kept them in one millisecond", async () => {
  await keep(inRoom([1, 2, 3]));
  journal(inRoom([3]));
  expect(await left()).toEqual([inRoom([1, 2, 3]), inRoom([3])].map(plain));
});

it("tells of a note at once whether its room lacks something, until the last of it is forgotten", async () => {
  expect(hasRoomDraft("n1")).toBe(false);
  await keep(inRoom([1]));
  await keep(inRoom([2], { key: roomKey("n1 b") }));
  await keep(draft({ noteId: "n2", key: "n2 a" }));
  await forget(roomKey("n1 a"));
  expect([hasRoomDraft("n1"), hasRoomDraft("n2")]).toEqual([true, false]);
  await forget(roomKey("n1 b"));
  expect(hasRoomDraft("n1")).toBe(false);
});

it("shows nobody what somebody else or another note has left", async () => {
  await keep(draft({ key: "n2 a", noteId: "n2" }));
  await keep(draft({ userId: "u2" }));
  expect(await leftBehind(ME, "n1")).toEqual([]);
  expect(await leftBehind({ ...ME, userId: "u2" })).toHaveLength(1);
  await forget("n1 a");
});

it("skips what was cut short while it was written", async () => {
  localStorage.setItem("notesvc.journal.cut", '{"key":"cut","us');
  expect(await leftBehind(ME)).toEqual([]);
});

it("takes over what version 0.1.0 kept of rooms, once", async () => {
  const { room: _, edit: text, ...rest } = draft();
  const database = await openDB("notesvc.rooms", 1, {
    upgrade: (db) => void db.createObjectStore("documents", { keyPath: "key" }),
  });
  await database.put("documents", { ...rest, text, generation: "g1", update: Uint8Array.from([1, 255]) });
  const end = { ...rest, text, generation: "g1", update: btoa("\x02"), at: 2 };
  localStorage.setItem("notesvc.rooms.journal.n1 a", JSON.stringify(end));
  localStorage.setItem("notesvc.rooms.kept.n1", "1");
  const updates = async () => (await leftBehind(ME)).map(({ room }) => [...room!.update]);
  expect(await updates()).toEqual([[1, 255], [2]]);
  expect(await updates()).toEqual([[1, 255], [2]]);
  expect(await database.count("documents")).toBe(0);
  for (const { key } of await leftBehind(ME)) await forget(key);
  expect([await updates(), Object.keys(localStorage)]).toEqual([[], []]);
  database.close();
});

it("has the first words of a day for the next page, and none of them as a draft of a note", async () => {
  const words = [{ id: "a", type: "paragraph", props: {}, content: [], children: [] }];
  shelfOf("u1", "2026-11-21").write(words);
  expect(shelfOf("u1", "2026-11-21").read()).toEqual(words);
  expect(shelfOf("u2", "2026-11-21").read()).toEqual([]);
  expect(await leftBehind(ME)).toEqual([]);
  shelfOf("u1", "2026-11-21").write([]);
  expect(Object.keys(localStorage)).toEqual([]);
});

it("reads what version 0.1.0 kept of a day, until it is written anew", () => {
  const words = [{ id: "a", type: "paragraph", props: {}, content: [], children: [] }];
  localStorage.setItem("notesvc.day.u1.2026-11-21", JSON.stringify(words));
  const shelf = shelfOf("u1", "2026-11-21");
  expect(shelf.read()).toEqual(words);
  shelf.write([]);
  expect([shelf.read(), Object.keys(localStorage)]).toEqual([[], []]);
});

it("has for a note what a tab kept that is just going", async () => {
  await keep(draft({ tab: "other" }));
  livingTabs(["t1", "other"], ["t1", "other"], ["t1"]);
  expect((await leftBehind(ME, "n1")).map(({ tab }) => tab)).toEqual(["other"]);
});

it("leaves to a tab that stays what it kept, and asks no longer than a moment", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await keep(draft({ tab: "other" }));
  livingTabs(["t1", "other"]);
  const found = leftBehind(ME, "n1");
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { interval: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await found).toEqual([]);
  vi.useRealTimers();
});
