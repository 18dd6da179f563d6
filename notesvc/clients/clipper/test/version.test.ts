import { expect, it, vi } from "vitest";

vi.stubGlobal("chrome", { runtime: { getManifest: () => ({ version: "0.1.0" }) } });
const { isNewer } = await import("../src/service/version.ts");

it("a version is later by its first number that differs", () => {
  expect(["0.2.0", "0.1.1", "1.0", "0.10.0"].map((version) => isNewer(version))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["0.1.0", "0.0.9", "0.1", ""].map((version) => isNewer(version))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
