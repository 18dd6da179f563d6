import { beforeAll, describe, expect, it } from "vitest";
import { askingOf, codeInAddress, codeOf, scopeInWords } from "../../src/account/device/device";
import { speak } from "../../src/i18n";
import { ago } from "../../src/i18n/dates";

beforeAll(() => speak("en"));

describe("a device's code", () => {
  it("is read as people type it", () => {
    for (const typed of ["BCDF-GHJK", "bcdfghjk", " b c d f - g h j k ", "BCDF–GHJK", "bcdf.ghjk"]) {
      expect(codeOf(typed)).toBe("BCDF-GHJK");
    }
  });

  it("has eight letters", () => {
    for (const typed of ["", "BCDF-GHJ", "BCDF-GHJK-L", "--------"]) expect(codeOf(typed)).toBeNull();
  });

  it("comes from the address under either name, and stays as it is where it is none", () => {
    expect(codeInAddress(new URLSearchParams("user_code=bcdfghjk"))).toBe("BCDF-GHJK");
    expect(codeInAddress(new URLSearchParams("userCode=bcdf-ghjk"))).toBe("BCDF-GHJK");
    expect(codeInAddress(new URLSearchParams("user_code=bcd"))).toBe("bcd");
    expect(codeInAddress(new URLSearchParams(""))).toBe("");
  });

  it("is as old as the service's clock says, whatever this device's clock is", () => {
    const device = {
      app: "A",
      name: "B",
      scopes: [],
      address: "127.0.0.1",
      place: "private" as const,
      createdAt: "2020-01-01T10:00:00.000Z",
      expiresAt: "2020-01-01T10:10:00.000Z",
    };
    const before = Date.now();
    const asking = askingOf("BCDF-GHJK", device, "Wed, 01 Jan 2020 10:04:00 GMT");
    expect(asking.age).toBe(240);
    expect(asking.endsAt - before).toBeGreaterThanOrEqual(360_000);
    expect(askingOf("BCDF-GHJK", device, null).endsAt).toBe(Date.parse(device.expiresAt));
  });

  it("asks for things that are said in words", () => {
    for (const scope of ["sync:read", "sync:write", "sync:device"]) {
      expect(scopeInWords(scope)).toMatch(/^[a-z]+ .*(notes|workspace)/);
    }
    expect(scopeInWords("sync:else")).toBe("use “sync:else”");
  });

  it("was asked for so long ago", () => {
    expect([ago(-3), ago(30), ago(61), ago(599)]).toEqual([
      "now",
      "30 seconds ago",
      "1 minute ago",
      "9 minutes ago",
    ]);
  });
});
