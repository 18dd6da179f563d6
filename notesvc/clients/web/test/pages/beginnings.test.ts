import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Beginning, type Shelf } from "../../src/pages/journal/beginnings";

// Addresses of the app have no host; a browser adds its own, Node does not.
vi.hoisted(() => {
  const Plain = globalThis.Request;
  globalThis.Request = class extends Plain {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === "string" ? new URL(input, "http://here.example") : input, init);
    }
  };
});

const DAY = "2026-11-21";

/** A service that keeps one entry, and a shelf. */
class Service {
  content: string | null = null;
  revision = 0;
  isAway = false;
  /** Runs once, right before the next write is looked at. */
  meanwhile: (() => void) | null = null;
  losesAnswer = false;

  write(content: string): void {
    this.content = content;
    this.revision += 1;
  }

  fetch = async (request: Request): Promise<Response> => {
    if (this.isAway) throw new TypeError("Failed to fetch");
    if (request.method === "GET") return this.answer(this.content === null ? 404 : 200);
    const { content } = (await request.json()) as { content: string };
    this.meanwhile?.();
    this.meanwhile = null;
    const match = request.headers.get("If-Match");
    const isNew = this.content === null;
    if (!isNew && match !== `"${this.revision}"`) return this.answer(412);
    this.write(content);
    if (this.losesAnswer) {
      this.losesAnswer = false;
      throw new TypeError("Failed to fetch");
    }
    return this.answer(isNew ? 201 : 200);
  };

  private answer(status: number): Response {
    const body = status < 400 ? { id: "n", content: this.content } : { code: "refused", detail: "" };
    const headers = { "Content-Type": "application/json", ETag: `"${this.revision}"` };
    return new Response(JSON.stringify(body), { status, headers });
  }
}

function shelf(text = ""): Shelf & { text: string } {
  return {
    text,
    read() {
      return this.text;
    },
    write(next) {
      this.text = next;
    },
  };
}

let service: Service;

beforeEach(() => {
  service = new Service();
  vi.stubGlobal("fetch", service.fetch);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = (kept = shelf()) => new Beginning(DAY, kept, () => {});

it("makes the entry with the first text, and saves what follows", async () => {
  const day = begin();
  day.type("R");
  await day.flush();
  day.type("Rain");
  await day.flush();
  expect([service.content, day.state, day.isSettled]).toEqual(["Rain", "saved", true]);
});

it("sends what was typed while a request was under way", async () => {
  const day = begin();
  day.type("R");
  const first = day.flush();
  day.type("Rain");
  await first;
  expect([service.content, day.isSettled]).toEqual(["Rain", true]);
});

it("makes no entry of white space", async () => {
  const day = begin();
  day.type(" \n");
  await day.flush();
  expect(service.content).toBeNull();
});

it("puts the text after an entry that came in between", async () => {
  service.write("From the phone.");
  const day = begin();
  day.type("From the desk.");
  await day.flush();
  expect(service.content).toBe("From the phone.\n\nFrom the desk.");
});

it("keeps what somebody wrote between two of its own saves", async () => {
  const day = begin();
  day.type("One.");
  await day.flush();
  service.meanwhile = () => service.write("One.\n\nFrom the phone.");
  day.type("One. Two.");
  await day.flush();
  expect(service.content).toBe("One.\n\nFrom the phone.\n\nTwo.");
  day.type("One. Two. Three.");
  await day.flush();
  expect(service.content).toBe("One.\n\nFrom the phone.\n\nTwo. Three.");
});

it("writes nothing twice when only the answer was lost", async () => {
  const day = begin();
  service.losesAnswer = true;
  day.type("Rain");
  await day.flush();
  expect(day.state).toBe("waiting");
  await vi.advanceTimersByTimeAsync(20_000);
  expect([service.content, day.isSettled]).toEqual(["Rain", true]);
});

it("keeps the text on the shelf while the service is away, and sends it later", async () => {
  const kept = shelf();
  const day = begin(kept);
  service.isAway = true;
  day.type("Rain");
  await day.flush();
  expect([day.state, kept.text, service.content]).toEqual(["waiting", "Rain", null]);
  service.isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([day.state, kept.text, service.content]).toEqual(["saved", "", "Rain"]);
});

it("goes on with what a page that was closed had left on the shelf", async () => {
  const day = begin(shelf("Left behind"));
  await vi.advanceTimersByTimeAsync(10);
  expect([day.text, service.content]).toEqual(["Left behind", "Left behind"]);
});
