import { afterEach, expect, it, vi } from "vitest";
import { answer, api } from "../../src/api";
import { signedIn } from "../../src/state/session";
import { json, problem } from "../saving/fakeService";

const body = { noteId: "n" };
// In a browser an address without a host is the page's own.
const mint = () => answer(api.POST("/api/collaboration/auth", { body, baseUrl: "http://notes.test" }));
const refused = () => problem(401, "unauthenticated");

afterEach(() => vi.unstubAllGlobals());

it("what is refused after a sign-in, and was sent before it, is sent again", async () => {
  const sent: string[] = [];
  let refuse = (_: Response) => {};
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.text());
    return sent.length === 1
      ? new Promise<Response>((resolve) => (refuse = resolve))
      : json(200, { token: "t" });
  });
  const call = mint();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  signedIn();
  refuse(refused());
  expect(await call).toEqual({ token: "t" });
  expect(sent).toEqual([JSON.stringify(body), JSON.stringify(body)]);
});

it("what was sent after a sign-in is refused as it is", async () => {
  const ask = vi.fn(async () => refused());
  vi.stubGlobal("fetch", ask);
  signedIn();
  await expect(mint()).rejects.toMatchObject({ status: 401 });
  expect(ask).toHaveBeenCalledTimes(1);
});
