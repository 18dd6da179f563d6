// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { fileOfData } from "../../src/editor/document/dataFile";
import { tidied } from "../../src/editor/document/pastedHtml";

const none = () => "kept";

describe("pasted HTML", () => {
  it("loses its colours and keeps its shape", () => {
    expect(tidied('<p style="color: red; text-align: center">a</p>', none)).toBe(
      '<p style="text-align: center;">a</p>',
    );
  });

  it("has addresses with a scheme, and of a picture that comes late the real one", () => {
    expect(tidied('<a href="//a.b/c">x</a>', none)).toContain('href="https://a.b/c"');
    const late = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="//a.b/c.png">';
    expect(tidied(late, none)).toContain('src="https://a.b/c.png"');
  });

  it("gives away the pictures within it", () => {
    const files: File[] = [];
    const keep = (file: File) => `pasted:${files.push(file) - 1}`;
    const html = tidied(
      '<img src="data:image/jpeg;base64,/9j/" alt="A/B"><img src="https://a.b/c.png">',
      keep,
    );
    expect(html).toContain('src="pasted:0"');
    expect(html).toContain('src="https://a.b/c.png"');
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([["A B.jpg", "image/jpeg", 3]]);
  });

  it.each([
    [
      "a row that is too short",
      "<tr><td>a<td>b</tr><tr><td>c</tr>",
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      "a cell that is wider than any",
      '<tr><td colspan="5000">a</tr><tr><td>b<td>c</tr>',
      [
        [1, 1],
        [1, 1],
      ],
    ],
    ["a cell that is higher than the table", '<tr><td rowspan="9">a<td>b</tr><tr><td>c</tr>', [[1, 1], [1]]],
    ["rows without cells", "<tr></tr><tr><td>a</tr>", [[1]]],
  ])("has tables that are square: %s", (_, rows, widths) => {
    const page = new DOMParser().parseFromString(tidied(`<table>${rows}</table>`, none), "text/html");
    const found = [...(page.querySelector("table")?.rows ?? [])];
    expect(found.map((row) => [...row.cells].map((cell) => cell.colSpan))).toEqual(widths);
  });
});

describe("the file of a data address", () => {
  it.each([
    ["data:image/png;base64,AAAA", "picture.png", 3],
    ["data:image/svg+xml;utf8,%3Csvg/%3E", "picture.svg", 6],
    ["data:audio/mpeg;base64,AAAA", "audio.mp3", 3],
    ["data:,a%20b", "text.txt", 3],
  ])("of %s is %s", (url, name, size) => {
    const file = fileOfData(url);
    expect([file?.name, file?.size]).toEqual([name, size]);
  });
  it.each(["data:image/png;base64,", "data:image/png;base64,!", "https://a.b", "data:nonsense"])(
    "of %s is none",
    (url) => expect(fileOfData(url)).toBeUndefined(),
  );
});
