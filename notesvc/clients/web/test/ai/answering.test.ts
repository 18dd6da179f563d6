import { afterEach, expect, it, vi } from "vitest";
import { Answering } from "../../src/ai/answering";

afterEach(() => vi.unstubAllGlobals());

/** A service whose answer is given piece by piece, and which knows whether anybody still listens. */
function service(status = 200) {
  let put!: ReadableStreamDefaultController<Uint8Array>;
  const seen = { isEnded: false, body: "" };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      put = controller;
    },
  });
  vi.stubGlobal("fetch", async (_: string, { signal, body: sent }: RequestInit) => {
    seen.body = String(sent);
    signal?.addEventListener("abort", () => {
      seen.isEnded = true;
      put.error(new DOMException("", "AbortError"));
    });
    return new Response(body, { status });
  });
  const say = (text: string) => put.enqueue(new TextEncoder().encode(text));
  return { seen, say, end: () => put.close(), fail: () => put.error(new TypeError("network error")) };
}
const turn = () => new Promise((go) => setTimeout(go));
const delta = (text: string) => `event: delta\ndata: ${JSON.stringify({ text })}\n\n`;

it("an answer grows by its pieces and ends with what is proposed", async () => {
  const { say, end, seen } = service();
  const answering = new Answering();
  const asked = answering.ask({ action: "fix", selection: "teh" });
  say(delta("th"));
  say(delta("e"));
  await turn();
  expect(answering.get()).toMatchObject({ phase: "running", text: "the" });
  say('event: done\ndata: {"content":"the","blocks":[],"warnings":[]}\n\n');
  end();
  await asked;
  expect(answering.get()).toMatchObject({ phase: "done", proposal: { content: "the" } });
  expect(JSON.parse(seen.body)).toEqual({ action: "fix", selection: "teh" });
});

it("thoughts that turn out to be none of the answer are taken back", async () => {
  const { say } = service();
  const answering = new Answering();
  void answering.ask({ action: "fix", selection: "teh" });
  say(delta("Secret."));
  say('event: delta\ndata: {"text":"","anew":true}\n\n');
  say(delta("the"));
  await turn();
  expect(answering.get()).toMatchObject({ phase: "running", text: "the" });
  answering.stop();
});

it("to stop ends the call and keeps what came", async () => {
  const { say, seen } = service();
  const answering = new Answering();
  const asked = answering.ask({ action: "fix" });
  say(delta("half"));
  await turn();
  answering.stop();
  await asked;
  expect(seen.isEnded).toBe(true);
  expect(answering.get()).toMatchObject({ phase: "stopped", text: "half", failure: null });
});

it("a stream that ends without an end is cut off, and what came stays", async () => {
  const { say, end } = service();
  const answering = new Answering();
  const asked = answering.ask({ action: "fix" });
  say(delta("half"));
  end();
  await asked;
  expect(answering.get()).toMatchObject({ phase: "failed", text: "half", failure: { cause: "truncated" } });
});

it("a connection that breaks is cut off, too", async () => {
  const { say, fail } = service();
  const answering = new Answering();
  const asked = answering.ask({ action: "fix" });
  say(delta("half"));
  await turn();
  fail();
  await asked;
  expect(answering.get()).toMatchObject({ phase: "failed", text: "half", failure: { cause: "truncated" } });
});

it("a refusal before the answer is one of the service", async () => {
  const { say, end } = service(429);
  const answering = new Answering();
  say('{"code":"over_budget"}');
  end();
  await answering.ask({ action: "fix" });
  expect(answering.get()).toMatchObject({ phase: "failed", failure: { problem: { code: "over_budget" } } });
});

it("an error of the provider says its cause and how long to wait", async () => {
  const { say, end } = service();
  const answering = new Answering();
  say('event: error\ndata: {"cause":"rate_limited","detail":"","retryAfter":7}\n\n');
  end();
  await answering.ask({ action: "fix" });
  expect(answering.get().failure).toEqual({ cause: "rate_limited", retryAfter: 7 });
});
