// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test, vi } from "vitest";
import { speak } from "../../src/i18n";
import { addDays, today } from "../../src/pages/journal/days";
import { client } from "../../src/state/client";
import { InOrder } from "../../src/ui/States";

const note = (id: string) => ({
  id,
  name: id,
  tags: [],
  parentId: null,
  icon: null,
  updatedAt: "2026-11-28",
});
const task = { noteId: "1", noteName: "1", line: 1, text: "Sow", due: today() };
const earlier = `2020${today().slice(4)}`;
const ANSWERS: [key: string[], answer: unknown][] = [
  [["tasks", addDays(today(), 7)], [task]],
  [["favourites"], [note("1")]],
  [["recents"], [note("2")]],
  [["journal", "all"], [{ date: earlier, note: note("3") }]],
];
const ORDERS = orders(ANSWERS.map((_, at) => at));

function orders(left: number[]): number[][] {
  if (left.length === 0) return [[]];
  return left.flatMap((one) => orders(left.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

/** The answers come as the tests give them. */
vi.mock("../../src/api", async (original) => {
  const pending = () => new Promise(() => {});
  return { ...(await original<object>()), api: { GET: pending }, answer: pending, answered: pending };
});

test("a part that is shown stays, though its answer is asked for again", () => {
  const place = document.createElement("div");
  const root = createRoot(place);
  const states = [
    [true, true],
    [false, true],
    [false, false],
    [true, true],
  ];
  const shown = states.map(([one, other]) => {
    act(() =>
      root.render(
        <InOrder
          parts={[
            [one!, "a"],
            [other!, "b"],
            [false, "c"],
          ]}
        />,
      ),
    );
    return place.textContent;
  });
  act(() => root.unmount());
  expect(shown).toEqual(["", "a", "abc", "abc"]);
});

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  await speak("en");
});

test.each(ORDERS)(
  "no part of home comes above one that is shown, with answers %i %i %i %i",
  async (...order) => {
    const { Overview } = await import("../../src/pages/Home");
    client.clear();
    const place = document.createElement("div");
    const root = createRoot(place);
    const parts = () => [...place.querySelectorAll("h2")].map(({ textContent }) => textContent);
    act(() =>
      root.render(
        <MantineProvider>
          <QueryClientProvider client={client}>
            <Overview />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
    expect(place.querySelector(".home-today")).not.toBeNull();
    let shown = parts();
    for (const at of order) {
      const [key, answer] = ANSWERS[at]!;
      await act(async () => {
        client.setQueryData(key, answer);
        // The page is told of it in a turn of its own.
        await new Promise((next) => setTimeout(next));
      });
      expect(parts().slice(0, shown.length)).toEqual(shown);
      shown = parts();
    }
    expect(shown).toEqual(["Due", "Favourites", "Recently opened", "On this day"]);
    act(() => root.unmount());
  },
);
