import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilFetched } from "../src/untilFetched";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what cannot be fetched is tried again until it can, ever more slowly", async () => {
  const tried: number[] = [];
  const begun = Date.now();
  const fetched = untilFetched(async () => {
    tried.push((Date.now() - begun) / 1000);
    if (tried.length < 8) throw new TypeError("Failed to fetch dynamically imported module");
    return "here";
  });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await fetched).toBe("here");
  expect(tried).toEqual([0, 1, 3, 7, 15, 30, 45, 60]);
});
