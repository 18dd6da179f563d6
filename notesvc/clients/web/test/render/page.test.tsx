// @vitest-environment jsdom
import { beforeAll, expect, test } from "vitest";
import type { Note } from "../../src/api";
import { speak } from "../../src/i18n";
import { fileName } from "../../src/render/export";
import { pageOf } from "../../src/render/page";

beforeAll(() => speak("en"));

test.each([
  ["Plan: a/b?", "Plan a b.md"],
  ["..", "Untitled.md"],
  ["", "Untitled.md"],
  ["evil\u202egpj.exe", "evil gpj.exe.md"],
  ["x".repeat(300), `${"x".repeat(100)}.md`],
])("a note named %j is saved under a name that every system takes", (name, file) => {
  expect(fileName(name, "md")).toBe(file);
});

test("a page of its own holds the text, and nothing that runs or is fetched", async () => {
  const text = (said: string) => ({ type: "text", text: said, styles: {} });
  const richContent = [
    { type: "heading", props: { level: 1 }, content: [text("One")] },
    {
      type: "paragraph",
      content: [
        text("<script>alert(1)</script> $x^2$ "),
        { type: "wikiLink", props: { title: "Plan", alias: "" } },
      ],
    },
    {
      type: "paragraph",
      content: [{ type: "link", href: "javascript:alert(1)", content: [text("follow")] }],
    },
    { type: "image", props: { url: "https://spy.example/x.png", name: "Map" } },
    {
      type: "toggleListItem",
      content: [text("fold")],
      children: [{ type: "paragraph", content: [text("inside")] }],
    },
  ];
  const page = await pageOf({
    id: "",
    name: "</title><script>1</script>",
    content: "",
    richContent,
  } as unknown as Note);
  const read = new DOMParser().parseFromString(page, "text/html");
  expect(read.title).toBe("</title><script>1</script>");
  expect(read.querySelectorAll("script, img, [href^='javascript']")).toHaveLength(0);
  expect(read.querySelector("math")).not.toBeNull();
  expect(read.querySelector("details")?.open).toBe(true);
  expect(read.body.textContent).toContain("<script>alert(1)</script>");
});

test.each([
  ["ar", "rtl"],
  ["ja", "ltr"],
] as const)(
  "a page says that it is in %s, which runs %s; its text has a direction of its own",
  async (language, direction) => {
    await speak(language);
    const page = await pageOf({ id: "", name: "", content: "", richContent: [] } as unknown as Note);
    await speak("en");
    const { documentElement, body } = new DOMParser().parseFromString(page, "text/html");
    expect([documentElement.lang, documentElement.dir]).toEqual([language, direction]);
    expect(body.querySelector<HTMLElement>(".note-text")?.dir).toBe("auto");
  },
);
