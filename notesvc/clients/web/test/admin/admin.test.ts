import { beforeAll, describe, expect, it } from "vitest";
import { auditFile } from "../../src/admin/admin";
import { details, who } from "../../src/admin/audit/lines";
import { speak } from "../../src/i18n";
import { bytesOf, size } from "../../src/i18n/sizes";
import { lost } from "../../src/settings/DeletionSection";

beforeAll(() => speak("en"));

describe("a size", () => {
  it("is said in the unit that fits", () => {
    expect([0, 999, 1_500, 500_000_000, 2.5e12].map(size)).toEqual([
      "0 bytes",
      "999 bytes",
      "1.5 kB",
      "500 MB",
      "2.5 TB",
    ]);
  });

  it("is read in megabytes, with a point or a comma", () => {
    expect(["1.5", "1,5", " 20 ", ""].map(bytesOf)).toEqual([1_500_000, 1_500_000, 20_000_000, null]);
    expect(["much", "-1", "1e9", "1.2345"].map(bytesOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a line of the audit log", () => {
  it("names somebody whose account is gone by the end of an id", () => {
    expect(who({ id: "0192-abcdef01", handle: "ada", email: "ada@example.org" })).toBe("@ada");
    expect(who({ id: "0192-abcdef01", handle: null, email: null })).toBe("deleted account …abcdef01");
  });

  it("tells its facts but for those that are nothing", () => {
    expect(details({ bytes: 5, mode: "open", none: null })).toBe("bytes: 5, mode: open");
  });

  it("is downloaded as it is shown", () => {
    expect(auditFile("csv", {})).toBe("/api/admin/audit/export?format=csv");
    expect(auditFile("ndjson", { kind: "sign_in", userId: "u" })).toBe(
      "/api/admin/audit/export?format=ndjson&kind=sign_in&userId=u",
    );
  });
});

describe("what is lost with an account", () => {
  const none = { notes: 0, folders: 0, versions: 0, attachments: 0, people: 0, attachmentBytes: 0, days: 7 };

  it("names what there is and nothing else", () => {
    expect(lost(none)).toEqual(["Your sync keys, sessions and settings on this service"]);
    expect(lost({ ...none, notes: 1_200, attachments: 1, attachmentBytes: 2_000 })).toEqual([
      "1,200 notes, with their links and search entries",
      "1 file (2 kB)",
      "Your sync keys, sessions and settings on this service",
    ]);
  });
});
