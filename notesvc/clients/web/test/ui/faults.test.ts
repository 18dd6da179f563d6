import { beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../src/api";
import { speak } from "../../src/i18n";
import {
  faultOfCall,
  faultOfEmail,
  faultOfNewPassword,
  faultsOfRegistration,
  wait,
} from "../../src/ui/faults";

beforeAll(() => speak("en"));

describe("what is wrong with a form", () => {
  it("takes addresses of any script and refuses what is none", () => {
    for (const email of ["a@b", "ada@example.org", " ada@example.org ", "用户@例子.公司"]) {
      expect(faultOfEmail(email)).toBeUndefined();
    }
    for (const email of ["", "ada", "ada@", "@example.org", "a b@example.org", "a@b..c"]) {
      expect(faultOfEmail(email)).toBeDefined();
    }
  });

  it("counts the characters of a password as the service does", () => {
    expect(faultOfNewPassword("x".repeat(9))).toBeDefined();
    expect(faultOfNewPassword("🙂".repeat(9))).toBeDefined();
    expect(faultOfNewPassword("🙂".repeat(10))).toBeUndefined();
    expect(faultOfNewPassword("x".repeat(1_024))).toBeUndefined();
    expect(faultOfNewPassword("x".repeat(1_025))).toBeDefined();
  });

  it("puts the service's words beside their fields", () => {
    const told = [{ field: "name", message: "must be one line" }];
    expect(faultsOfRegistration(new Problem(422, "invalid_input", "", told), "invite")).toEqual({
      name: "must be one line",
    });
  });

  it("says at the form what belongs to no field", () => {
    const told = [{ field: "moon", message: "is new" }];
    expect(faultsOfRegistration(new Problem(422, "invalid_input", "", told), "invite").form).toBeDefined();
    expect(faultsOfRegistration(new Problem(0, "unreachable", ""), "invite").form).toContain("still here");
  });

  it("blames the code when registration is refused", () => {
    expect(faultsOfRegistration(new Problem(403, "forbidden", ""), "setupCode").invite).toContain(
      "set-up code",
    );
  });

  it("tells how long to wait", () => {
    expect(wait(30)).toBe("30 seconds");
    expect(wait(61)).toBe("2 minutes");
    expect(faultOfCall(new Problem(429, "rate_limited", "", [], 60))).toContain("1 minute");
  });
});
