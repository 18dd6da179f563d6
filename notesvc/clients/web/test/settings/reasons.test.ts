import { beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../src/api";
import { speak } from "../../src/i18n";
import { fitting } from "../../src/settings/import/filter";
import { reasonOf, refusalOf, size } from "../../src/settings/import/reasons";

beforeAll(() => speak("en"));

const told = (message: string) => new Problem(422, "invalid_input", "", [{ field: "file", message }]);

describe("why a file did not come in", () => {
  it("says each remark of several", () => {
    expect(reasonOf("NUL characters were dropped; tags that are none were left out")).toBe(
      "Characters that cannot be stored were dropped; Tags that are none were left out",
    );
  });

  it("leaves what it does not know as it was told", () => {
    expect(reasonOf("the moon was full")).toBe("the moon was full");
  });

  it("turns bytes into sizes", () => {
    expect(reasonOf("it is larger than 33554432 bytes")).toBe("It is larger than 32 MB");
    expect(size(0)).toBe("0 bytes");
    expect(size(1_536)).toBe("1.5 kB");
    expect(size(5 * 1_024 ** 4)).toContain("GB");
  });

  it("tells refusals apart", () => {
    const bomb = "cannot be read: the archive is made to unpack to far more than it holds";
    expect(refusalOf(told(bomb))).toContain("refused");
    expect(refusalOf(told("is empty"))).toContain("empty");
    expect(refusalOf(told("cannot be read: the zip archive is damaged"))).toContain("damaged");
    expect(refusalOf(new Problem(413, "too_large", ""))).toContain("512 MiB");
    expect(refusalOf(new Problem(415, "x", "This kind of file is not read."))).toContain("not read");
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
