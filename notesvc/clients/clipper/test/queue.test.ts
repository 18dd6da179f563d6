import { describe, expect, it } from "vitest";
import { TRIES, waitMs } from "../src/queue/backoff.ts";
import { type Clip, newClip, newPicture } from "../src/queue/clip.ts";
import type { Outcome } from "../src/queue/outcome.ts";
import { again, type Ground, recover, release, run } from "../src/queue/queue.ts";

const SENT: Outcome = { kind: "sent", answer: { id: "note-1", warnings: [] } };
const BUSY: Outcome = { kind: "retry", reason: { kind: "busy", status: 503 }, afterMs: 0 };
const NO_KEY: Outcome = { kind: "noKey", reason: { kind: "key", status: 401 } };
const REFUSED: Outcome = { kind: "refused", reason: { kind: "refused", status: 422, detail: "empty" } };

/** A device whose clock is moved by hand: it jumps to the time that the queue asked to be woken at. */
class Device implements Ground {
  clips = new Map<string, Clip>();
  key: string | null = "svc_sync_first";
  online = true;
  time = 1_000_000;
  wake: number | null = null;
  texts: string[] = [];
  pictures: string[] = [];
  answers: Outcome[] = [];
  pictureAnswers: Outcome[] = [];
  unreadable = new Set<string>();

  now = () => this.time;
  random = () => 0.5;
  isOnline = () => this.online;
  keyPrefix = async () => this.key;
  all = async () => [...this.clips.values()];
  put = async (clip: Clip) => {
    if (this.clips.has(clip.id)) this.clips.set(clip.id, clip);
  };
  send = async (clip: Clip) => {
    expect(this.clips.get(clip.id)?.state).toBe("sending");
    this.texts.push(clip.id);
    const outcome = this.answers.shift() ?? SENT;
    if (outcome.kind === "noKey") this.key = null;
    return outcome;
  };
  gather = async (_: Clip, picture: { address: string }) => !this.unreadable.has(picture.address);
  sendPicture = async (clip: Clip, picture: { address: string }) => {
    expect(clip.noteId).toBe("note-1");
    this.pictures.push(picture.address);
    return this.pictureAnswers.shift() ?? SENT;
  };
  forget = async () => undefined;
  wakeAt = async (time: number | null) => {
    this.wake = time;
  };

  keep(id: string, ...addresses: string[]): void {
    const pictures = addresses.map((address) => newPicture(address, "a.png", "wanted"));
    const delivery = { kind: "capture" as const, body: { markdown: "text" } };
    this.clips.set(id, newClip({ title: id, url: "https://a.example/", delivery, pictures }, this.time, id));
  }
  clip(id: string): Clip {
    return this.clips.get(id)!;
  }
  async wakeUp(): Promise<void> {
    expect(this.wake).not.toBeNull();
    this.time = this.wake!;
    await run(this);
  }
}

describe("the waiting between tries", () => {
  it("doubles from 15 seconds to an hour, with a quarter more or less", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((tries) => waitMs(tries, 0, 0.5) / 1000)).toEqual([
      15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600,
    ]);
    expect([waitMs(1, 0, 0), waitMs(1, 0, 1)]).toEqual([11_250, 18_750]);
  });

  it("is never shorter than what the service asks for", () => {
    expect(waitMs(1, 40_000, 0)).toBe(40_000);
    expect(waitMs(5, 40_000, 0.5)).toBe(240_000);
  });
});

describe("the queue", () => {
  it("sends what is due, the oldest first, each once", async () => {
    const device = new Device();
    device.keep("one");
    device.time += 1;
    device.keep("two");
    await run(device);
    await run(device);
    expect(device.texts).toEqual(["one", "two"]);
    expect([device.clip("one").state, device.wake]).toEqual(["done", null]);
    expect(device.clip("one").delivery.body).toEqual({});
  });

  it("makes eight tries, and then keeps the clip until somebody sends it again", async () => {
    const device = new Device();
    device.keep("one");
    device.answers = Array.from({ length: TRIES }, () => BUSY);
    await run(device);
    for (let number = 1; number < TRIES; number++) await device.wakeUp();
    expect(device.texts).toHaveLength(8);
    expect(device.clip("one")).toMatchObject({ state: "refused", reason: { kind: "tries", status: 503 } });
    expect(device.clip("one").delivery.body).toEqual({ markdown: "text" });
    expect(device.wake).toBeNull();
    await device.put(again(device.clip("one"), device.now()));
    await run(device);
    expect([device.texts.length, device.clip("one").state]).toEqual([9, "done"]);
  });

  it("does not come back before the time that the service asks for", async () => {
    const device = new Device();
    device.keep("one");
    device.answers = [{ kind: "retry", reason: { kind: "limit", status: 429 }, afterMs: 40_000 }];
    await run(device);
    expect(device.wake).toBe(1_040_000);
    device.time = 1_039_999;
    await run(device);
    expect(device.texts).toEqual(["one"]);
    await device.wakeUp();
    expect(device.clip("one").state).toBe("done");
  });

  it("keeps what is refused, with the reason, and never tries it again by itself", async () => {
    const device = new Device();
    device.keep("one");
    device.answers = [REFUSED];
    await run(device);
    device.time += 10_000_000;
    await run(device);
    expect(device.texts).toEqual(["one"]);
    expect(device.clip("one")).toMatchObject({ state: "refused", reason: { detail: "empty" } });
  });

  it("takes what was being sent when the browser was closed for waiting, under the same key", async () => {
    const device = new Device();
    device.keep("one");
    device.clips.set("one", { ...device.clip("one"), state: "sending", attempts: 1 });
    await recover(device);
    expect([device.clip("one").state, device.wake]).toEqual(["waiting", device.time]);
    await run(device);
    expect(device.texts).toEqual(["one"]);
  });

  it("arms the alarm again at each start", async () => {
    const device = new Device();
    device.keep("one");
    device.answers = [BUSY];
    await run(device);
    const asked = device.wake;
    device.wake = null;
    await recover(device);
    expect(device.wake).toBe(asked);
  });

  it("tries nothing after a refused key, and everything with a new one", async () => {
    const device = new Device();
    device.keep("one");
    device.time += 1;
    device.keep("two");
    device.answers = [NO_KEY];
    await run(device);
    expect([device.texts, device.clip("one").reason?.kind, device.wake]).toEqual([["one"], "key", null]);
    device.key = "svc_sync_second";
    await release(device);
    await run(device);
    expect(device.texts).toEqual(["one", "one", "two"]);
    expect([...device.clips.values()].map((clip) => clip.state)).toEqual(["done", "done"]);
  });

  it("counts no tries while there is no network", async () => {
    const device = new Device();
    device.keep("one");
    device.online = false;
    await run(device);
    expect([device.texts, device.clip("one").attempts]).toEqual([[], 0]);
    device.online = true;
    await device.wakeUp();
    expect(device.clip("one").state).toBe("done");
  });

  it("does not bring back what was thrown away while it was sent", async () => {
    const device = new Device();
    device.keep("one");
    const send = device.send;
    device.send = async (clip) => {
      const outcome = await send(clip);
      device.clips.delete(clip.id);
      return outcome;
    };
    await run(device);
    expect(device.clips.size).toBe(0);
  });
});

describe("pictures", () => {
  it("come after the text, each with a state of its own", async () => {
    const device = new Device();
    device.keep("one", "https://a.example/1.png", "https://b.example/2.png", "https://a.example/3.png");
    device.unreadable.add("https://b.example/2.png");
    device.pictureAnswers = [SENT, REFUSED];
    await run(device);
    expect(device.pictures).toEqual(["https://a.example/1.png", "https://a.example/3.png"]);
    expect(device.clip("one").pictures.map(({ state }) => state)).toEqual(["done", "remote", "refused"]);
    expect(device.clip("one").state).toBe("refused");
  });

  it("end their round when the service has trouble, and go on where they were", async () => {
    const device = new Device();
    device.keep("one", "https://a.example/1.png", "https://a.example/2.png");
    device.pictureAnswers = [SENT, BUSY];
    await run(device);
    expect(device.clip("one").state).toBe("pictures");
    await device.wakeUp();
    expect(device.pictures.map((address) => address.slice(-5))).toEqual(["1.png", "2.png", "2.png"]);
    expect([device.clip("one").state, device.texts]).toEqual(["done", ["one"]]);
  });

  it("have eight tries of their own", async () => {
    const device = new Device();
    device.keep("one", "https://a.example/1.png");
    device.pictureAnswers = Array.from({ length: TRIES }, () => BUSY);
    await run(device);
    for (let number = 1; number < TRIES; number++) await device.wakeUp();
    expect(device.pictures).toHaveLength(8);
    expect([device.clip("one").state, device.clip("one").pictures[0]?.state]).toEqual(["refused", "refused"]);
  });

  it("are sent with a new key after the text was repeated with it", async () => {
    const device = new Device();
    device.keep("one", "https://a.example/1.png");
    device.pictureAnswers = [NO_KEY];
    await run(device);
    device.key = "svc_sync_second";
    await release(device);
    await run(device);
    expect([device.texts, device.pictures.length, device.clip("one").state]).toEqual([
      ["one", "one"],
      2,
      "done",
    ]);
  });
});
