// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Stream } from "../../src/events/stream";

/** As much of the browser's own as the stream uses; `sources` are those that were opened. */
class Source extends EventTarget {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readyState = 0;
  close = vi.fn();
  constructor() {
    super();
    sources.push(this);
  }
  say(type: string): void {
    this.dispatchEvent(new MessageEvent(type, { data: "{}", lastEventId: "7" }));
  }
}
const sources: Source[] = [];

describe("a stream of events", () => {
  beforeEach(() => vi.stubGlobal("EventSource", Object.assign(Source, { CLOSED: 2 })));
  afterEach(() => {
    vi.unstubAllGlobals();
    sources.length = 0;
  });

  const begun = (isStillSignedIn: () => Promise<boolean>) => {
    const end = new AbortController();
    const tell = vi.fn();
    const ended = new Stream(() => "1", tell, isStillSignedIn).run(end.signal);
    const [source] = sources;
    if (!source) throw new Error("no stream was opened");
    return { end, tell, ended, source };
  };

  it("tells what it is told", async () => {
    const { tell, source } = begun(async () => true);
    source.onopen?.();
    source.say("workspace");
    await vi.waitFor(() => expect(tell).toHaveBeenCalledWith("7", { type: "workspace" }));
  });

  it("tells nothing once it was ended, not even what it was reading", async () => {
    const { end, tell, ended, source } = begun(async () => true);
    source.onopen?.();
    source.say("workspace");
    end.abort();
    source.say("workspace");
    await ended;
    await new Promise((done) => setTimeout(done));
    expect(tell).not.toHaveBeenCalled();
    expect(source.close).toHaveBeenCalled();
  });

  it("is not opened again once it was ended while it asked who is signed in", async () => {
    vi.useFakeTimers();
    const { end, ended, source } = begun(async () => true);
    source.readyState = 2;
    source.onerror?.();
    end.abort();
    await ended;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sources).toHaveLength(1);
    vi.useRealTimers();
  });
});
