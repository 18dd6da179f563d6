import { describe, expect, it } from "vitest";
import { outcomeOf, outcomeOfFailure } from "../src/queue/outcome.ts";

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  outcomeOf(new Response(JSON.stringify(body), { status, headers }));

describe("what an answer means", () => {
  it.each([200, 201])("%i is there", async (status) => {
    expect(await answer(status, { id: "n" })).toEqual({ kind: "sent", answer: { id: "n" } });
  });

  it.each([429, 500, 502, 503, 504])("%i is tried again", async (status) => {
    expect(await answer(status)).toMatchObject({ kind: "retry", reason: { status } });
  });

  it.each([400, 403, 404, 409, 413, 415, 422])("%i never will be", async (status) => {
    expect(await answer(status, { detail: "why" })).toEqual({
      kind: "refused",
      reason: { kind: "refused", status, detail: "why" },
    });
  });

  it("401 is a key that is none", async () => {
    expect(await answer(401)).toMatchObject({ kind: "noKey" });
  });

  it("reads how long to wait, in seconds or as a date", async () => {
    expect(await answer(429, {}, { "Retry-After": "40" })).toMatchObject({ afterMs: 40_000 });
    const date = new Date(Date.now() + 60_000).toUTCString();
    const outcome = await answer(503, {}, { "Retry-After": date });
    expect(outcome.kind === "retry" && outcome.afterMs > 50_000).toBe(true);
  });

  it("takes a page that is no answer of the service for something else, and tries again", async () => {
    const page = new Response("<html>Please sign in</html>", { status: 200 });
    expect(await outcomeOf(page)).toMatchObject({ kind: "retry", reason: { kind: "foreign" } });
  });

  it("follows no way elsewhere", async () => {
    const moved = { type: "opaqueredirect", ok: false, status: 0 } as Response;
    expect(await outcomeOf(moved)).toMatchObject({ kind: "retry", reason: { kind: "moved" } });
  });

  it("tries again what got no answer", () => {
    expect(outcomeOfFailure(new TypeError("Failed to fetch"))).toMatchObject({
      kind: "retry",
      reason: { kind: "network" },
    });
  });
});
