// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Note } from "../../src/api";
import type { Block } from "../../src/blocks";
import type { Draft } from "../../src/saving/drafts";
import type { NoteDocument } from "../../src/saving/noteDocument";
import type { Surroundings } from "../../src/saving/noteState";
import { FakeService, noteOf, problem } from "./fakeService";

vi.hoisted(() => {
  // Addresses without a host are the page's own in a browser; here there is none.
  const Plain = globalThis.Request;
  globalThis.Request = class extends Plain {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === "string" ? new URL(input, "http://notes.test") : input, init);
    }
  };
});

const { NoteDocument: Document } = await import("../../src/saving/noteDocument");
const drafts = await import("../../src/saving/drafts");

let service: FakeService;
let opened: NoteDocument[] = [];
const saved = vi.fn();
const signedOut = vi.fn();

const surroundings: Surroundings = {
  self: async () => ({ userId: "u1", tab: "t1" }),
  known: () => undefined,
  local: () => undefined,
  findLocal: async () => undefined,
  wasLocal: () => {},
  make: async () => {},
  wasMade: () => {},
  wasRead: () => {},
  wasNamed: () => {},
  wasSaved: saved,
  isStillSignedIn: async (userId) => service.userId === userId,
  signedOut,
};

async function pass(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  // IndexedDB works on real turns of the event loop.
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function open(): Promise<NoteDocument> {
  const document = new Document("n1", surroundings);
  opened.push(document);
  await pass();
  return document;
}

const kept = (): Promise<Draft[]> => drafts.leftBehind({ userId: "u1", tab: "t1" });
const state = (document: NoteDocument) => document.snapshot.state.kind;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  service = new FakeService();
  vi.stubGlobal("fetch", service.fetch);
});

afterEach(async () => {
  service.script = null;
  for (const document of opened) document.dispose();
  opened = [];
  for (const draft of await kept()) await drafts.forget(draft.key);
  localStorage.clear();
  vi.clearAllMocks();
  vi.useRealTimers();
});

test("blocks that an undo leads back to are saved with the Markdown that they came from", async () => {
  const blocks = (...texts: string[]): Block[] =>
    texts.map((text, at) => ({
      id: `b${at}`,
      type: "bulletListItem",
      props: {},
      content: [{ type: "text", text, styles: {} }],
      children: [],
    }));
  service.note = noteOf({
    mode: "block",
    content: "*   one\n*   two\n",
    richContent: blocks("one", "two") as never,
  });
  const document = await open();
  document.edit({ richContent: blocks("one") });
  await document.flush();
  document.edit({ richContent: blocks("one", "two") });
  await document.flush();
  const [first, second] = service.patches.map(({ body }) => body);
  expect(first).not.toHaveProperty("content");
  expect(second).toMatchObject({ content: "*   one\n*   two\n", richContent: blocks("one", "two") });
});

describe("A block that the service refuses", () => {
  const paragraph = (id: string, text: string): Block => ({
    id,
    type: "paragraph",
    props: {},
    content: [{ type: "text", text, styles: {} }],
    children: [],
  });
  const refusing: FakeService["script"] = ({ method, body }) => {
    const at = (body.richContent as Block[] | undefined)?.findIndex((block) =>
      JSON.stringify(block).includes("bad"),
    );
    if (method !== "PATCH" || at === undefined || at < 0) return undefined;
    const errors = [{ field: `richContent[${at}].content[0].text`, message: "is bad" }];
    return problem(422, "invalid_input", { errors });
  };

  test("waits on this device while all else is saved, also what is typed later", async () => {
    service.note = noteOf({ mode: "block", richContent: [paragraph("a", "one")] as never });
    service.script = refusing;
    const document = await open();
    document.edit({ richContent: [paragraph("a", "one two"), paragraph("b", "bad")] });
    await pass(2_500);
    expect(service.note.richContent).toEqual([paragraph("a", "one two")]);
    expect(document.snapshot.state).toMatchObject({ kind: "refused", blocks: [{ id: "b" }] });
    expect((await kept())[0]?.edit.richContent).toHaveLength(2);
    document.edit({ richContent: [paragraph("a", "one two three"), paragraph("b", "bad")] });
    await pass(2_500);
    expect(service.note.richContent).toEqual([paragraph("a", "one two three")]);
    expect(document.snapshot.note?.richContent).toHaveLength(2);
    expect(state(document)).toBe("refused");
    document.edit({ richContent: [paragraph("a", "one two three"), paragraph("b", "good")] });
    await pass(2_500);
    expect(service.note.richContent).toHaveLength(2);
    expect(state(document)).toBe("saved");
    expect(await kept()).toEqual([]);
  });

  test("waits also while the page is left, and is put back by the next", async () => {
    service.note = noteOf({ mode: "block", richContent: [paragraph("a", "one")] as never });
    service.script = refusing;
    const document = await open();
    document.edit({ richContent: [paragraph("a", "two"), paragraph("b", "bad")] });
    await expect(document.flush()).rejects.toThrow();
    expect(service.note.richContent).toEqual([paragraph("a", "two")]);
    document.dispose();
    const next = await open();
    expect(next.snapshot.note?.richContent).toEqual([paragraph("a", "two"), paragraph("b", "bad")]);
    await pass(2_500);
    expect(state(next)).toBe("refused");
  });
});

describe("Autosave", () => {
  test("writes nothing while nothing is typed", async () => {
    const document = await open();
    document.edit({ content: "one\n", name: "Note" });
    document.leave();
    await pass(60_000);
    expect(service.seen.map(({ method }) => method)).toEqual(["GET"]);
    expect(state(document)).toBe("saved");
  });

  test("saves a second after the last key, on the revision that was read", async () => {
    const document = await open();
    document.edit({ content: "one t" });
    await pass(900);
    document.edit({ content: "one two" });
    await pass(900);
    expect(service.patches).toEqual([]);
    expect(state(document)).toBe("unsaved");
    await pass(200);
    expect(service.patches.map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
      [{ content: "one two", reason: "autosave" }, '"1"'],
    ]);
    expect(state(document)).toBe("saved");
  });

  test("saves ten seconds after the first key at the latest", async () => {
    const document = await open();
    for (let second = 0; second < 11; second++) {
      document.edit({ content: `text ${second}` });
      await pass(950);
    }
    expect(service.patches).toHaveLength(1);
  });

  test("has one request on its way and puts what is typed meanwhile into the next", async () => {
    const document = await open();
    let let1: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      let1 = resolve;
    });
    service.script = async (seen) => {
      if (seen.method === "PATCH") await gate;
      return undefined;
    };
    document.edit({ content: "first" });
    await pass(1_000);
    document.edit({ content: "second" });
    await pass(5_000);
    expect(service.patches).toHaveLength(1);
    expect(state(document)).toBe("saving");
    let1?.();
    await pass(1_100);
    expect(service.patches.map(({ body, ifMatch }) => [body.content, ifMatch])).toEqual([
      ["first", '"1"'],
      ["second", '"2"'],
    ]);
    expect(service.note.content).toBe("second");
  });

  test("sends only the fields that changed", async () => {
    const document = await open();
    document.edit({ tags: ["a"] });
    await pass(1_100);
    expect(service.patches[0]?.body).toEqual({ tags: ["a"], reason: "autosave" });
  });

  test("saves at once when asked, as a version of its own", async () => {
    const document = await open();
    document.edit({ content: "now" });
    await document.flush("manual");
    expect(service.patches[0]?.body).toEqual({ content: "now", reason: "manual" });
  });

  test("asks the surface for what it holds back", async () => {
    const document = await open();
    document.attach(() => document.edit({ content: "held back" }));
    await document.flush();
    expect(service.note.content).toBe("held back");
  });

  test("keeps a title that is being typed to this device until it is finished", async () => {
    const document = await open();
    document.prepare({ name: "Hal" });
    document.edit({ content: "text" });
    await pass(20_000);
    expect(service.note).toMatchObject({ name: "Note", content: "text" });
    expect((await kept()).map(({ edit }) => edit)).toEqual([{ name: "Hal" }]);
    expect(state(document)).toBe("unsaved");
    document.prepare({ name: "Half" });
    document.finish();
    await pass(1_100);
    expect(service.note.name).toBe("Half");
    expect(state(document)).toBe("saved");
  });

  test("lets a short last request outlive the page", async () => {
    const document = await open();
    document.edit({ content: "last words" });
    document.leave();
    await pass();
    expect(service.patches.map(({ keepalive }) => keepalive)).toEqual([true]);
  });
});

describe("A service that fails", () => {
  test("is tried again, and nothing is lost", async () => {
    const document = await open();
    service.script = () => {
      throw new TypeError("Failed to fetch");
    };
    document.edit({ content: "typed in a tunnel" });
    await pass(1_100);
    expect(document.snapshot.state).toMatchObject({ kind: "waiting", reason: "unreachable" });
    document.edit({ content: "typed in a tunnel, and more" });
    service.script = null;
    await pass(2_500);
    expect(service.note.content).toBe("typed in a tunnel, and more");
    expect(state(document)).toBe("saved");
  });

  test("is waited for so long and no longer, and asked again on the same revision", async () => {
    const document = await open();
    service.script = ({ method }) => (method === "PATCH" ? new Promise(() => {}) : undefined);
    document.edit({ content: "said into nothing" });
    await pass(1_100);
    expect(state(document)).toBe("saving");
    await pass(15_100);
    expect(document.snapshot.state).toMatchObject({ kind: "waiting", reason: "unreachable" });
    service.script = null;
    await pass(2_500);
    expect(service.patches.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"1"']);
    expect(service.note.content).toBe("said into nothing");
    expect(state(document)).toBe("saved");
  });

  test("may have written what it did not acknowledge: that is no conflict with what was typed on", async () => {
    const document = await open();
    service.script = async (seen) => {
      if (seen.method !== "PATCH") return undefined;
      service.answer(seen);
      return new Promise(() => {});
    };
    document.edit({ content: "one and two\n" });
    await pass(1_100);
    document.edit({ content: "one and two, and three\n" });
    service.script = null;
    await pass(15_100);
    await pass(5_000);
    expect(service.note.content).toBe("one and two, and three\n");
    expect(service.revision).toBe(3);
    expect(state(document)).toBe("saved");
  });

  test("may have written what a closed page did not hear of: what was typed on it comes back whole", async () => {
    const first = await open();
    service.script = async (seen) => {
      if (seen.method !== "PATCH") return undefined;
      service.answer(seen);
      return new Promise(() => {});
    };
    first.edit({ content: "one and two\n" });
    await pass(1_100);
    first.edit({ content: "one and two, and three\n" });
    await pass(300);
    first.dispose();
    service.script = null;
    await open();
    await pass(2_000);
    expect(service.note.content).toBe("one and two, and three\n");
  });

  test("is left alone for as long as it asks", async () => {
    const document = await open();
    service.script = ({ method }) =>
      method === "PATCH" ? problem(503, "busy", {}, { "Retry-After": "20" }) : undefined;
    document.edit({ content: "patience" });
    await pass(1_100);
    document.retry();
    await pass(18_000);
    expect(service.patches).toHaveLength(1);
    service.script = null;
    await pass(3_000);
    expect(service.note.content).toBe("patience");
  });

  test("is tried at once when it seems to be back", async () => {
    const document = await open();
    service.script = () => {
      throw new TypeError("Failed to fetch");
    };
    document.edit({ content: "back" });
    await pass(60_000);
    service.script = null;
    document.retry();
    await pass();
    expect(state(document)).toBe("saved");
  });

  test.each([
    ["a proxy's page", () => new Response("<h1>Sign in to the café</h1>", { status: 200 })],
    ["an empty answer", () => new Response("", { status: 200 })],
    ["another proxy's refusal", () => new Response("Forbidden", { status: 403 })],
  ])("may be %s, which is not taken for an answer", async (_, answer) => {
    const document = await open();
    service.script = ({ method }) => (method === "PATCH" ? answer() : undefined);
    document.edit({ content: "careful" });
    await pass(1_100);
    expect(state(document)).toBe("waiting");
    service.script = null;
    await pass(40_000);
    expect(service.note.content).toBe("careful");
  });

  test("does not make a conflict of our own write whose answer was lost", async () => {
    const document = await open();
    service.script = (seen) => {
      if (seen.method !== "PATCH") return undefined;
      service.script = null;
      service.answer(seen);
      throw new TypeError("connection reset");
    };
    document.edit({ content: "landed" });
    await pass(1_100);
    expect(state(document)).toBe("waiting");
    await pass(2_500);
    expect(state(document)).toBe("saved");
    expect(service.note.content).toBe("landed");
    expect(await kept()).toEqual([]);
    document.edit({ content: "landed, then more" });
    await pass(1_100);
    expect(service.note.content).toBe("landed, then more");
  });

  test("says why it refuses, and keeps the text", async () => {
    const document = await open();
    service.script = ({ method }) => (method === "PATCH" ? problem(413, "too_large") : undefined);
    document.edit({ content: "x".repeat(100) });
    await pass(1_100);
    expect(document.snapshot.state).toMatchObject({ kind: "refused", status: 413 });
    await pass(60_000);
    expect(service.patches).toHaveLength(1);
    expect(await kept()).toHaveLength(1);
    service.script = null;
    document.edit({ content: "shorter" });
    await pass(1_100);
    expect(state(document)).toBe("saved");
  });

  test("may refuse one field, and the text is saved without it", async () => {
    const document = await open();
    service.script = ({ method, body }) =>
      method === "PATCH" && body.tags
        ? problem(422, "invalid_input", { errors: [{ field: "tags[0]", message: "no" }] })
        : undefined;
    document.edit({ tags: ["!"], content: "kept apart" });
    await pass(1_100);
    await pass(1_100);
    expect(service.note.content).toBe("kept apart");
    expect(document.snapshot.state).toMatchObject({ kind: "refused", status: 422 });
    expect(document.snapshot.note?.tags).toEqual(["!"]);
    document.edit({ tags: ["good"] });
    service.script = null;
    await pass(1_100);
    expect(state(document)).toBe("saved");
    expect(service.note.tags).toEqual(["good"]);
  });
});

describe("A session that ended", () => {
  test("keeps everything until the same user is back", async () => {
    const document = await open();
    service.userId = null;
    document.edit({ content: "signed out" });
    await pass(1_100);
    expect(document.snapshot.state).toMatchObject({ kind: "waiting", reason: "signedOut" });
    expect(signedOut).toHaveBeenCalled();
    service.userId = "u2";
    await document.signedIn();
    await pass(60_000);
    expect(service.note.content).toBe("one\n");
    service.userId = "u1";
    await document.signedIn();
    await pass();
    expect(service.note.content).toBe("signed out");
  });

  test("is over where the refusal comes behind the next sign-in", async () => {
    const document = await open();
    let refuse = (_: Response) => {};
    service.script = async ({ method }) =>
      method === "PATCH" ? new Promise<Response>((resolve) => (refuse = resolve)) : undefined;
    document.edit({ content: "sent before" });
    await pass(1_100);
    service.script = null;
    await document.signedIn();
    refuse(problem(401, "unauthenticated"));
    await pass(3_000);
    expect(signedOut).not.toHaveBeenCalled();
    expect(service.note.content).toBe("sent before");
  });
});

describe("Two writers", () => {
  test("are merged when they changed different places, and the surface is told", async () => {
    service.note.content = "one\ntwo\nthree\n";
    const document = await open();
    service.change({ content: "one\ntwo\nTHREE\n" });
    document.edit({ content: "ONE\ntwo\nthree\n" });
    const { generation } = document.snapshot;
    await pass(1_100);
    await pass(1_100);
    expect(service.note.content).toBe("ONE\ntwo\nTHREE\n");
    expect(document.snapshot.note?.content).toBe("ONE\ntwo\nTHREE\n");
    expect(document.snapshot.generation).toBeGreaterThan(generation);
    expect(state(document)).toBe("saved");
  });

  test("leave it to the person when they changed the same place", async () => {
    const document = await open();
    service.change({ content: "theirs\n" });
    document.edit({ content: "mine\n" });
    await pass(1_100);
    expect(document.snapshot.state).toMatchObject({ kind: "conflict", theirs: { content: "theirs\n" } });
    expect(document.snapshot.note?.content).toBe("mine\n");
    expect(await kept()).toHaveLength(1);
    document.edit({ content: "mine, longer\n" });
    await pass(60_000);
    expect(service.note.content).toBe("theirs\n");
    document.settle(document.pendingEdits.theirs!, { content: "mine, longer\n" });
    await pass();
    expect(service.note.content).toBe("mine, longer\n");
    expect(service.patches.at(-1)?.body.reason).toBe("manual");
    expect(await kept()).toEqual([]);
  });

  test("show each other's text at once where nothing is unsaved", async () => {
    const document = await open();
    service.change({ content: "from elsewhere\n" });
    await document.revalidate();
    expect(document.snapshot.note?.content).toBe("from elsewhere\n");
    expect(document.snapshot.generation).toBe(1);
    await pass(60_000);
    expect(service.patches).toEqual([]);
  });

  test("lose nothing of what a surface tells too late", async () => {
    service.note.content = "one\ntwo\nthree\n";
    const document = await open();
    service.change({ content: "one\ntwo\nTHREE\n" });
    await document.revalidate();
    document.edit({ content: "one, late\ntwo\nthree\n" }, 0);
    await pass(1_100);
    expect(service.note.content).toBe("one, late\ntwo\nTHREE\n");
  });

  test("find the note in the trash, and the text is kept", async () => {
    const document = await open();
    service.script = ({ method }) => (method === "PATCH" ? problem(404, "not_found") : undefined);
    document.edit({ content: "too late" });
    await pass(1_100);
    expect(document.snapshot.state).toMatchObject({ kind: "refused", status: 404 });
    expect(document.snapshot.note?.content).toBe("too late");
    expect(await kept()).toHaveLength(1);
  });
});

describe("What is kept on this device", () => {
  test("is there a quarter of a second after a key, and gone when the service has it", async () => {
    const document = await open();
    document.edit({ content: "quick" });
    await pass(250);
    expect((await kept()).map(({ edit, etag }) => [edit, etag])).toEqual([[{ content: "quick" }, '"1"']]);
    await pass(1_000);
    expect(await kept()).toEqual([]);
  });

  test("is put back after a crash, and saved", async () => {
    const crashed = await open();
    service.script = () => {
      throw new TypeError("Failed to fetch");
    };
    crashed.edit({ content: "before the crash" });
    await pass(250);
    crashed.dispose();
    service.script = null;
    const document = await open();
    expect(document.snapshot.note?.content).toBe("before the crash");
    expect(document.snapshot.recovered?.before.content).toBe("one\n");
    await pass(1_100);
    expect(service.note.content).toBe("before the crash");
    expect(await kept()).toEqual([]);
    document.endRecovery(true);
    await pass(1_100);
    expect(service.note.content).toBe("one\n");
  });

  test("is merged when the note has changed meanwhile", async () => {
    service.note.content = "one\ntwo\nthree\n";
    const crashed = await open();
    crashed.edit({ content: "ONE\ntwo\nthree\n" });
    await pass(250);
    crashed.dispose();
    service.change({ content: "one\ntwo\nTHREE\n" });
    const document = await open();
    await pass(1_100);
    expect(service.note.content).toBe("ONE\ntwo\nTHREE\n");
    expect(state(document)).toBe("saved");
  });

  test("is a conflict when it cannot be merged", async () => {
    const crashed = await open();
    crashed.edit({ content: "mine\n" });
    await pass(250);
    crashed.dispose();
    service.change({ content: "theirs\n" });
    const document = await open();
    expect(document.snapshot.state).toMatchObject({ kind: "conflict", theirs: { content: "theirs\n" } });
    expect(document.snapshot.note?.content).toBe("mine\n");
  });

  test("is passed over in silence when the last request had landed", async () => {
    const crashed = await open();
    crashed.edit({ content: "landed\n" });
    crashed.leave();
    crashed.dispose();
    await pass();
    localStorage.setItem(
      "notesvc.journal.left",
      JSON.stringify({
        key: "left",
        userId: "u1",
        noteId: "n1",
        tab: "t1",
        edit: { content: "landed\n" },
        base: noteOf(),
        etag: '"1"',
        at: Date.now(),
      }),
    );
    const document = await open();
    expect(document.snapshot.recovered).toBe(null);
    expect(state(document)).toBe("saved");
    expect(localStorage.getItem("notesvc.journal.left")).toBe(null);
  });

  test("is in the journal the moment the page goes", async () => {
    const document = await open();
    document.edit({ content: "the last word" });
    document.leave();
    const names = Object.keys(localStorage).filter((name) => name.startsWith("notesvc.journal."));
    expect(names).toHaveLength(1);
    await pass(2_000);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test("of another user stays hidden", async () => {
    const other = {
      key: "k",
      userId: "u2",
      noteId: "n1",
      tab: "t1",
      edit: { content: "secret" },
      etag: '"1"',
    };
    await drafts.keep({ ...other, base: noteOf(), at: 0 });
    const document = await open();
    expect(document.snapshot.note?.content).toBe("one\n");
    await drafts.forget("k");
  });

  test("is shown when the service is away", async () => {
    const crashed = await open();
    crashed.edit({ content: "offline" });
    await pass(250);
    crashed.dispose();
    service.script = () => {
      throw new TypeError("Failed to fetch");
    };
    const document = await open();
    expect(document.snapshot.note?.content).toBe("offline");
    expect(state(document)).toBe("waiting");
    service.script = null;
    await pass(5_000);
    await pass(1_100);
    expect(service.note.content).toBe("offline");
    expect(await kept()).toEqual([]);
  });
});

describe("Switching the surface", () => {
  test("saves first, lets the service translate, and changes nothing but what this person sees", async () => {
    service.note = noteOf({ mode: "raw", content: "one" });
    const document = await open();
    document.edit({ content: "one two" });
    const rich = [{ type: "paragraph", content: [{ type: "text", text: "one two", styles: {} }] }];
    service.script = (seen) => {
      if (seen.body?.content === "one two") service.note.richContent = rich as Note["richContent"];
      return undefined;
    };
    await document.switchTo("block");
    expect(service.patches.map(({ body }) => body)).toEqual([{ content: "one two", reason: "autosave" }]);
    expect(service.note.mode).toBe("raw");
    expect([document.wants("block"), document.wants("raw")]).toEqual([true, false]);
    expect(document.snapshot).toMatchObject({
      surface: "block",
      isSwitching: false,
      note: { richContent: rich },
    });
  });

  test("stays where it is when the service is away", async () => {
    const document = await open();
    service.script = () => {
      throw new TypeError("Failed to fetch");
    };
    await expect(document.switchTo("block")).rejects.toThrow();
    expect(document.snapshot).toMatchObject({ surface: "raw", isSwitching: false });
    service.script = null;
    document.edit({ content: "goes on" });
    await pass(40_000);
    expect(service.note).toMatchObject({ content: "goes on", mode: "raw" });
  });
});
