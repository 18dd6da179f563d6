// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useToday } from "../../src/pages/journal/useToday";

const place = document.createElement("p");
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 23, 58) });
  root = createRoot(place);
  act(() => root.render(<Page />));
});

afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

const Page = () => useToday();
const later = (minutes: number) => act(() => vi.advanceTimersByTime(minutes * 60_000));

it("a page turns at midnight, each night", () => {
  expect(place.textContent).toBe("2026-11-28");
  later(3);
  expect(place.textContent).toBe("2026-11-29");
  later(24 * 60);
  expect(place.textContent).toBe("2026-11-30");
});

it("a page that slept over midnight turns when it is seen again", () => {
  vi.setSystemTime(new Date(2026, 10, 29, 7));
  expect(place.textContent).toBe("2026-11-28");
  act(() => void window.dispatchEvent(new Event("focus")));
  expect(place.textContent).toBe("2026-11-29");
});

it("a page waits until nobody has typed for a minute", () => {
  later(1.9);
  document.dispatchEvent(new Event("input"));
  later(0.5);
  expect(place.textContent).toBe("2026-11-28");
  later(2);
  expect(place.textContent).toBe("2026-11-29");
});
