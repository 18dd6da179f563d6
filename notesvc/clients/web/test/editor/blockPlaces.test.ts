import { expect, it, test } from "vitest";
import { newBlockId } from "../../src/editor/blockNames";
import { placesIn, withId } from "../../src/editor/raw/blockPlaces";
import { blocksWithId } from "../../src/render/anchors";

const NOTE = `---
a: b
---
# Beds

Two **long**
lines

- one ^o-1
  - [ ] two
    - three <!-- toggle -->

  | a | b |
  | - | - |
  | c | d |
- four

  \`\`\`js
  const x = 1
  \`\`\`

  ^c1

> [!tip] Warm
> soil

> quoted
>
> \`\`\`
> code
> \`\`\`
> more

$$
x^2
$$

![[Other]]

## Beds

| h |
| - |
| i |

^t1

[^1]: a footnote

<!-- a comment -->

- - - 
End`;

const said = (markdown: string) =>
  placesIn(markdown).map(({ words, anchor }) => (anchor ? `${words} ${anchor}` : words));

test("all blocks that a link can name are listed, with what names them already", () => {
  expect(said(NOTE)).toEqual([
    "Beds Beds",
    "Two long lines",
    "one ^o-1",
    "two",
    "three",
    "a b c d",
    "four",
    "const x = 1 ^c1",
    "Warm soil",
    "quoted",
    "code",
    "more",
    "$$ x^2 $$",
    "Other",
    "Beds",
    "h i ^t1",
    "End",
  ]);
});

/** Whatever block is chosen: it alone gets the id, no other words change, and the id is found at it. */
it.each(placesIn(NOTE).map(({ words }, at) => [words, at] as const))(
  "%s (%i) is given an id once",
  (_, at) => {
    for (const text of [NOTE, NOTE.replaceAll("\n", "\r\n")]) {
      const list = placesIn(text);
      const made = withId(text, { at, list });
      if (list[at]?.anchor !== undefined) {
        expect(made).toEqual({ anchor: list[at].anchor, content: text });
        continue;
      }
      const { anchor, content } = made!;
      expect(content.replace(anchor, "").replace(/[>\s]+/g, "")).toBe(text.replace(/[>\s]+/g, ""));
      const after = placesIn(content);
      expect(after.map(({ words }) => words)).toEqual(list.map(({ words }) => words));
      expect(after.filter(({ anchor: one }, index) => one !== list[index]?.anchor)).toEqual([after[at]]);
      expect(after[at]?.anchor).toBe(anchor);
      expect(blocksWithId(content).map(({ id }) => `^${id}`)).toContain(anchor);
      expect(withId(content, { at, list })).toEqual({ anchor, content });
    }
  },
);

test("a block is found again where others wrote, and not where it is gone", () => {
  const list = placesIn("one\n\ntwo\n\nthree\n");
  expect(withId("zero\n\none\n\ntwo\n\nthree\n", { at: 1, list })?.content).toMatch(/\n\ntwo \^\w{6}\n/);
  expect(withId("one\n\ntwo and more\n\nthree\n", { at: 1, list })?.content).toMatch(
    /\n\ntwo and more \^\w{6}\n/,
  );
  expect(withId("one\n\nthree\n", { at: 1, list })).toBeNull();
  const same = placesIn("a\n\nb\n\na\n");
  expect(withId("a\n\nb\n\na\n", { at: 2, list: same })?.content).toMatch(/^a\n\nb\n\na \^/);
});

test("who asks for an id at the same moment is given the same, and blocks that say the same have others", () => {
  const text = "Done\n\nDone\n";
  const [first, second] = placesIn(text);
  expect(newBlockId(first!, text)).toBe(newBlockId({ key: "done", nth: 0 }, text));
  expect(newBlockId(first!, text)).not.toBe(newBlockId(second!, text));
  expect(newBlockId(first!, `x ^${newBlockId(first!, text)}`)).not.toBe(newBlockId(first!, text));
});
