// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { api } from "../../src/api";
import "../../src/state/connectivity";
import "../../src/state/pictureSizes";
import "../../src/state/roles";

afterEach(() => vi.unstubAllGlobals());

it("what a page asks for while it is rendered is on its way before it is", () => {
  const fetch = vi.fn((_: Request) => new Promise<Response>(() => {}));
  vi.stubGlobal("fetch", fetch);
  void api.GET("/api/workspace/notes/{note_id}", {
    params: { path: { note_id: "a" } },
    baseUrl: "http://localhost",
  });
  expect(fetch).toHaveBeenCalledOnce();
  expect(fetch.mock.calls[0]?.[0].headers.get("Accept-Language")).toBe("en");
});
