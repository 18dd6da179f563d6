import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Block } from "../../src/blocks";
import { type Entry, FirstText } from "../../src/pages/journal/firstText";
import type { Edit } from "../../src/saving/document";
import type { Shelf } from "../../src/saving/drafts";

// Addresses of the app have no host; a browser adds its own, Node does not.
vi.hoisted(() => {
  const Plain = globalThis.Request;
  globalThis.Request = class extends Plain {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === "string" ? new URL(input, "http://here.example") : input, init);
    }
  };
});

const said = (text: string, id = text): Block => ({
  id,
  type: "paragraph",
  props: {},
  content: text ? [{ type: "text", text, styles: {} }] : [],
  children: [],
});

/** A service that keeps one entry. */
class Service {
  text: Block[] | null = null;
  writes = 0;
  isAway = false;
  losesAnswer = false;

  fetch = async (request: Request): Promise<Response> => {
    if (this.isAway) throw new TypeError("Failed to fetch");
    if (request.method === "GET") return this.answer(this.text === null ? 404 : 200);
    expect(request.headers.get("If-Unmodified-Since")).not.toBeNull();
    if (this.text !== null) return this.answer(412);
    this.text = ((await request.json()) as { richContent: Block[] }).richContent;
    this.writes += 1;
    if (this.losesAnswer) {
      this.losesAnswer = false;
      throw new TypeError("Failed to fetch");
    }
    return this.answer(201);
  };

  private answer(status: number): Response {
    const body = status < 400 ? { id: "n", richContent: this.text } : { code: "refused", detail: "" };
    const headers = { "Content-Type": "application/json", ETag: '"1"' };
    return new Response(JSON.stringify(body), { status, headers });
  }
}

let service: Service;
let kept: Block[];
let handed: Edit[];
let flush: () => Promise<void>;

function begin(): FirstText {
  const shelf: Shelf = {
    read: () => kept,
    write: (text) => {
      kept = [...text];
    },
  };
  const entry: Entry = {
    edit: (change) => handed.push(change),
    settle: (_, edit) => handed.push(edit),
    flush: () => flush(),
  };
  return new FirstText("2026-11-21", { shelf, open: () => entry, tell: () => {} });
}

beforeEach(() => {
  service = new Service();
  kept = [];
  handed = [];
  flush = async () => {};
  vi.stubGlobal("fetch", service.fetch);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("makes the entry once, and what is typed meanwhile goes to it", async () => {
  const first = begin();
  first.edit({ richContent: [said("R", "a")] });
  first.edit({ richContent: [said("Ra", "a")] });
  await first.flush();
  first.edit({ richContent: [said("Rain", "a")] });
  expect(service.writes).toBe(1);
  expect(service.text).toEqual([said("R", "a")]);
  expect(handed).toEqual([{ richContent: [said("Ra", "a")] }, { richContent: [said("Rain", "a")] }]);
  await vi.advanceTimersByTimeAsync(10);
  expect([first.state, kept]).toEqual(["made", []]);
});

it("makes nothing of looking and of white space", async () => {
  const first = begin();
  first.edit({ richContent: [said(""), said("")] });
  await first.flush();
  first.leave();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([service.text, first.state]).toEqual([null, "empty"]);
});

it("keeps what is typed while the service is away, and makes the entry of it later", async () => {
  service.isAway = true;
  const first = begin();
  first.edit({ richContent: [said("Rain")] });
  await first.flush();
  first.edit({ richContent: [said("Rain"), said("Sun")] });
  expect([first.state, kept.length]).toEqual(["waiting", 2]);
  service.isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(service.text).toEqual([said("Rain"), said("Sun")]);
  expect(first.state).toBe("made");
});

it("takes an entry for its own where only the answer was lost", async () => {
  service.losesAnswer = true;
  const first = begin();
  first.edit({ richContent: [said("Rain")] });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([service.writes, first.state, handed]).toEqual([1, "made", [{ richContent: [said("Rain")] }]]);
});

it("puts the text below an entry that came in between", async () => {
  service.text = [said("From the phone")];
  const first = begin();
  first.edit({ richContent: [said("From the desk")] });
  await vi.advanceTimersByTimeAsync(10);
  const shown = { richContent: [said("From the desk")] };
  expect(handed).toEqual([shown, { richContent: [said("From the phone"), said("From the desk")] }]);
});

it("puts the text below also where the blocks are called the same", async () => {
  service.text = [said("From the phone", "initialBlockId")];
  const first = begin();
  first.edit({ richContent: [said("From the desk", "initialBlockId")] });
  await vi.advanceTimersByTimeAsync(10);
  const ours = { ...said("From the desk"), id: undefined };
  const shown = { richContent: [said("From the desk", "initialBlockId")] };
  expect(handed).toEqual([shown, { richContent: [said("From the phone", "initialBlockId"), ours] }]);
});

it("goes on with what a page that was closed had left", async () => {
  kept = [said("Left behind")];
  const first = begin();
  await vi.advanceTimersByTimeAsync(10);
  expect([service.text, first.state]).toEqual([[said("Left behind")], "made"]);
});

it("adds nothing twice that is in the entry already", async () => {
  kept = [said("Left behind", "a"), said("And more", "b")];
  service.text = [said("Left behind, then changed", "a")];
  begin();
  await vi.advanceTimersByTimeAsync(10);
  const shown = { richContent: [said("Left behind", "a"), said("And more", "b")] };
  expect(handed).toEqual([
    shown,
    { richContent: [said("Left behind, then changed", "a"), said("And more", "b")] },
  ]);
});

it("has the entry shown anew where that has all of it already", async () => {
  kept = [said("Left", "a")];
  service.text = [said("Left behind", "a"), said("And more", "b")];
  begin();
  await vi.advanceTimersByTimeAsync(10);
  expect(handed).toEqual([{ richContent: [said("Left", "a")] }, { richContent: service.text }]);
});

it("leaves nothing behind that would come back, though the entry could not be saved", async () => {
  flush = () => Promise.reject(new Error("away"));
  const first = begin();
  first.edit({ richContent: [said("Rain")] });
  await vi.advanceTimersByTimeAsync(10);
  expect([first.state, kept]).toEqual(["made", []]);
});
