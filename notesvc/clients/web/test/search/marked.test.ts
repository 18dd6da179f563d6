import { expect, test } from "vitest";
import { pieces } from "../../src/search/marked";

test("an excerpt falls into text and matches", () => {
  expect(pieces("the <mark>quick</mark> fox")).toEqual([
    { text: "the ", isMatch: false },
    { text: "quick", isMatch: true },
    { text: " fox", isMatch: false },
  ]);
});

test("what was escaped is shown as it was written, once", () => {
  expect(pieces("a &lt;b&gt; &amp;amp; &quot;c&#x27;")).toEqual([
    { text: "a <b> &amp; \"c'", isMatch: false },
  ]);
});

test("a tag other than mark stays text", () => {
  expect(pieces("<img src=x onerror=alert(1)>&lt;mark&gt;")).toEqual([
    { text: "<img src=x onerror=alert(1)><mark>", isMatch: false },
  ]);
});

test("an empty excerpt has no pieces", () => {
  expect(pieces("")).toEqual([]);
});
