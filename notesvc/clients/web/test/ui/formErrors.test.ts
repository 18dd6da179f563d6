import { beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../src/api";
import { speak } from "../../src/i18n";
import {
  errorOfCall,
  errorOfEmail,
  errorOfNewPassword,
  errorsOfRegistration,
  wait,
} from "../../src/ui/formErrors";

beforeAll(() => speak("en"));

describe("what is wrong with a form", () => {
  it("takes addresses of any script and refuses what is none", () => {
    for (const email of ["a@b", "ada@example.org", " ada@example.org ", "用户@例子.公司"]) {
      expect(errorOfEmail(email)).toBeUndefined();
    }
    for (const email of ["", "ada", "ada@", "@example.org", "a b@example.org", "a@b..c"]) {
      expect(errorOfEmail(email)).toBeDefined();
    }
  });

  it("counts the characters of a password as the service does", () => {
    expect(errorOfNewPassword("x".repeat(9))).toBeDefined();
    expect(errorOfNewPassword("🙂".repeat(9))).toBeDefined();
    expect(errorOfNewPassword("🙂".repeat(10))).toBeUndefined();
    expect(errorOfNewPassword("x".repeat(1_024))).toBeUndefined();
    expect(errorOfNewPassword("x".repeat(1_025))).toBeDefined();
  });

  it("puts the service's words beside their fields", () => {
    const told = [{ field: "name", message: "must be one line" }];
    expect(errorsOfRegistration(new Problem(422, "invalid_input", "", told), "invite")).toEqual({
      name: "must be one line",
    });
  });

  it("says at the form what belongs to no field", () => {
    const told = [{ field: "moon", message: "is new" }];
    expect(errorsOfRegistration(new Problem(422, "invalid_input", "", told), "invite").form).toBeDefined();
    expect(errorsOfRegistration(new Problem(0, "unreachable", ""), "invite").form).toContain("still here");
  });

  it("blames the code when registration is refused", () => {
    expect(errorsOfRegistration(new Problem(403, "forbidden", ""), "setupCode").invite).toContain(
      "set-up code",
    );
  });

  it("tells how long to wait", () => {
    expect(wait(30)).toBe("30 seconds");
    expect(wait(61)).toBe("2 minutes");
    expect(errorOfCall(new Problem(429, "rate_limited", "", [], 60))).toContain("1 minute");
  });

  it("says why the service is busy, where it says so itself", () => {
    const full = "The disk of the server is full.";
    expect(errorOfCall(new Problem(503, "busy", full))).toBe(full);
    expect(errorOfCall(new Problem(503, "busy", ""))).toContain("busy");
  });
});
