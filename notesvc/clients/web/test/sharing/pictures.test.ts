import { describe, expect, it } from "vitest";
import { sourcesIn } from "../../src/sharing/links/pictures";

describe("the sources of diagrams in a note", () => {
  it.each([
    ["```mermaid\ngraph TD\n  A --> B\n```", ["graph TD\n  A --> B"]],
    ["~~~~ Mermaid\npie\n~~~~", ["pie"]],
    ["- item\n\n  ```mermaid\n  graph TD\n    A\n  ```\n", ["graph TD\n  A"]],
    ["> ```mermaid\n> graph TD\n>   A\n> ```\n", ["graph TD\n  A"]],
    ["```mermaid\none\n```\n\n```mermaid\ntwo\n```\n\n```mermaid\none\n```", ["one", "two"]],
    ["```js\nmermaid\n```\n\n`mermaid`", []],
    ["```mermaid\n\n```", []],
    ["````mermaid\na\n```\nb\n````", ["a\n```\nb"]],
  ])("%j", (markdown, expected) => {
    expect(sourcesIn(markdown)).toEqual(expected);
  });
});
