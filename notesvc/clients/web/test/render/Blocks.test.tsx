// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Block, Inline } from "../../src/blocks";
import { speak } from "../../src/i18n";
import { Blocks } from "../../src/render/Blocks";
import { client } from "../../src/state/client";
import { foldersQuery } from "../../src/state/folders";
import { notesQuery } from "../../src/state/notes";
import { peopleQuery } from "../../src/state/people";

const ID = "0196f0c0-0000-7000-8000-000000000001";
let place: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeAll(() => speak("en"));
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const note = { id: ID, name: "Plan", parentId: null, tags: [], icon: null, updatedAt: "", sortOrder: 0 };
  client.setQueryData(notesQuery.queryKey, [note]);
  client.setQueryData(foldersQuery.queryKey, []);
  client.setQueryData(peopleQuery.queryKey, []);
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  client.clear();
});

const show = (blocks: Block[]) =>
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <Blocks blocks={blocks} noteId="" />
      </QueryClientProvider>,
    ),
  );
const text = (said: string): Inline => ({ type: "text", text: said, styles: {} });
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });

test("nothing hostile becomes markup or an address that runs", async () => {
  const evil = "javascript:alert(1)";
  await show([
    paragraph(text("<img src=x onerror=alert(1)><script>alert(1)</script>")),
    paragraph({ type: "link", href: evil, content: [text("follow")] }),
    paragraph({ type: "mdInline", props: { src: `[a](${evil}) ![b](${evil}) <a href="${evil}">c</a>` } }),
    paragraph({ type: "mdInline", props: { src: "<span onclick='x()'>" } }, text("d"), {
      type: "mdInline",
      props: { src: "</span>" },
    }),
    { type: "image", props: { url: evil, name: "e" } },
    { type: "video", props: { url: evil } },
    { type: "file", props: { url: "data:text/html,<script>1</script>", name: "f" } },
    { type: "rawMarkdown", content: [text("<iframe src='https://evil.example'></iframe>")] },
    { type: "codeBlock", props: { language: "html" }, content: [text("<script>1</script>")] },
    { type: "no-such-type", props: { textAlignment: "x;y", textColor: '"><b>' }, content: [text("g")] },
  ]);
  expect(place.querySelectorAll("script, iframe, img, video, [onclick], [onerror], b")).toHaveLength(0);
  const addresses = [...place.querySelectorAll("[href], [src]")].map((each) => each.getAttribute("href"));
  expect(addresses).toEqual([]);
  expect(place.textContent).toContain("<img src=x onerror=alert(1)>");
});

test("pictures from elsewhere are not loaded, their host is named", async () => {
  await show([{ type: "image", props: { url: "https://spy.example/x.png", name: "Map" } }]);
  expect(place.querySelector("img")).toBeNull();
  expect(place.textContent).toContain("spy.example");
  expect(place.querySelector("button.load-remote")).not.toBeNull();
});

test("wiki links lead to their notes, and those to nothing can be told apart", async () => {
  const link = (title: string, alias = ""): Inline => ({ type: "wikiLink", props: { title, alias } });
  await show([paragraph(link("plan#Next", "the plan"), link("Nothing"))]);
  expect(place.querySelector("a.wiki-link")?.getAttribute("href")).toBe(`/notes/${ID}#Next`);
  expect(place.querySelector(".wiki-link.is-missing")?.textContent).toBe("Nothing");
});

test("blocks nest 32 deep, lists are numbered from where they start", async () => {
  let block: Block = { type: "numberedListItem", props: { start: 7 }, content: [text("deepest")] };
  for (let depth = 0; depth < 32; depth += 1)
    block = { type: "bulletListItem", content: [], children: [block] };
  await show([block]);
  expect(place.querySelectorAll("ul")).toHaveLength(32);
  expect(place.querySelector("ol")?.start).toBe(7);
});

test("5,000 blocks are shown, each once", { timeout: 60_000 }, async () => {
  await show(Array.from({ length: 5_000 }, (_, at) => paragraph(text(`Line ${at} with #tag and a@b.`))));
  expect(place.querySelectorAll("p")).toHaveLength(5_000);
  expect(place.querySelectorAll(".token-tag")).toHaveLength(5_000);
});
