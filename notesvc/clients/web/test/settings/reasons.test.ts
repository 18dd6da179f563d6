import { beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../src/api";
import { speak } from "../../src/i18n";
import { fitting } from "../../src/settings/import/filter";
import { refusalOf, size } from "../../src/settings/import/reasons";

beforeAll(() => speak("en"));

const told = (message: string, words: string) =>
  new Problem(422, "invalid_input", "", [{ field: "file", message, words }]);

describe("why a file did not come in", () => {
  it("turns bytes into sizes", () => {
    expect(size(0)).toBe("0 bytes");
    expect(size(1_536)).toBe("1.5 kB");
    expect(size(5 * 1_024 ** 4)).toContain("GB");
  });

  it("tells refusals apart", () => {
    expect(refusalOf(told("is empty", "Is empty"))).toBe("The file is empty.");
    expect(refusalOf(told("cannot be read: it is damaged", "Cannot be read: damaged"))).toBe(
      "Cannot be read: damaged",
    );
    expect(refusalOf(new Problem(413, "too_large", ""))).toContain("512 MiB");
    expect(refusalOf(new Problem(415, "unsupported_media_type", "This kind of file is not read."))).toContain(
      "not read",
    );
    const plain = new Problem(415, "unsupported_media_type", "It holds no markdown files.");
    expect(refusalOf(plain)).toBe("It holds no markdown files.");
    expect(refusalOf(new Problem(0, "unreachable", ""))).toContain("send it again");
  });
});

describe("the filter of the report", () => {
  const files = [
    { path: "Ärzte/Brot.md", outcome: "created", noteId: "1", reason: null },
    { path: "x.png", outcome: "created", noteId: null, reason: "a remark" },
    { path: ".git/config", outcome: "skipped", noteId: null, reason: "hidden files are left out" },
  ] as Parameters<typeof fitting>[0];

  it("finds by outcome, by remark, and by words of path or reason", () => {
    expect(fitting(files, "all", "")).toHaveLength(3);
    expect(fitting(files, "skipped", "")).toHaveLength(1);
    expect(fitting(files, "remarked", "")).toHaveLength(2);
    expect(fitting(files, "all", "brot ÄRZTE")).toHaveLength(1);
    expect(fitting(files, "all", "hidden")).toHaveLength(1);
    expect(fitting(files, "failed", "hidden")).toHaveLength(0);
  });
});
