// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { fileOfData } from "../../src/editor/document/dataFile";

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
