import { describe, expect, it } from "vitest";
import { addressOf } from "../../src/settings/ExportSection";
import { exampleAt, momentOf, rightsOf } from "../../src/settings/keys/keys";

describe("a key", () => {
  it("ends so many days after it was made, or never", () => {
    expect(momentOf("30", 0)).toBe("1970-01-31T00:00:00.000Z");
    expect(momentOf("never", 0)).toBeNull();
  });

  it("names its rights by its scopes", () => {
    expect(rightsOf(["sync:read"])).toBe("read");
    expect(rightsOf(["sync:read", "sync:write"])).toBe("readWrite");
    expect(rightsOf(["sync:write"])).toBe("write");
  });

  it("is shown in use at the address of this service", () => {
    expect(exampleAt("https://notes.example.org")).toContain("https://notes.example.org/api/sync/capture");
  });
});

describe("an export", () => {
  it("carries versions only where its form can hold them", () => {
    expect(addressOf("zip", true)).toBe("/api/data/export?format=zip&versions=true");
    expect(addressOf("html", true)).toBe("/api/data/export?format=html");
    expect(addressOf("json", false)).toBe("/api/data/export?format=json");
  });
});
