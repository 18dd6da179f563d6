import { beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../src/api";
import { speak } from "../../src/i18n";
import common from "../../src/i18n/en/common";
import { errorsAt, sentence, toldOf } from "../../src/i18n/problem";

beforeAll(() => speak("en"));

const told = [
  { field: "name", message: "must be one line", words: "Must be one line." },
  { field: "email", message: "is none" },
];
const words = "Name: Must be one line.";
const invalid = new Problem(422, "invalid_input", "name: must be one line", told, null, null, null, words);

describe("a sentence about an error", () => {
  const { problem } = common;
  it.each([
    [new Problem(0, "unreachable", ""), problem.unreachable],
    [new Problem(401, "unauthenticated", ""), problem.unauthenticated],
    [new Problem(401, "nonsense", ""), problem.unauthenticated],
    [new Problem(403, "forbidden_origin", ""), problem.forbidden],
    [new Problem(404, "not_found", ""), problem.not_found],
    [new Problem(409, "last_administrator", ""), problem.last_administrator],
    [new Problem(412, "precondition_failed", ""), problem.conflict],
    [new Problem(413, "too_large", ""), problem.too_large],
    [new Problem(429, "over_budget", ""), problem.rate_limited],
    [new Problem(502, "nonsense", ""), problem.nonsense],
    [new Problem(400, "nonsense", ""), problem.nonsense],
    [new Problem(503, "busy", ""), problem.busy],
    [new Problem(403, "forbidden", "Registration is closed."), "Registration is closed."],
    [
      new Problem(413, "too_large", "The body is larger than 1024 bytes.", [], null, null, null, "Zu groß."),
      "Zu groß.",
    ],
    [new Problem(503, "busy", "The disk of the server is full."), "The disk of the server is full."],
    [new Problem(500, "internal_error", "Internal error"), problem.busy],
    [new Problem(403, "forbidden_origin", "This origin may not do that."), problem.forbidden],
    [new Problem(409, "name_taken", "Somebody has it."), "That did not work: Somebody has it."],
    [invalid, "That did not work: Name: Must be one line."],
    [new TypeError("x is no function"), "That did not work: TypeError: x is no function"],
    ["words", "That did not work: words"],
  ])("says what happened: %s", (error, words) => {
    expect(sentence(error)).toBe(words);
  });

  it("takes a place's own words by code, then by field, then by kind", () => {
    const own = { invalid_input: "code", email: "field", other: "kind" };
    expect(sentence(invalid, own)).toBe("code");
    expect(sentence(invalid, { ...own, invalid_input: undefined })).toBe("field");
    expect(sentence(invalid, { other: "kind" })).toBe("kind");
    expect(sentence(new Problem(503, "busy", ""), { other: "kind" })).toBe(problem.busy);
    expect(sentence(new Problem(503, "busy", "The disk is full."), { busy: "kind" })).toBe("kind");
  });

  it("knows what the browser threw by its name", () => {
    const error = new DOMException("no", "NotAllowedError");
    expect(sentence(error, { NotAllowedError: "cancelled", thrown: "failed" })).toBe("cancelled");
    expect(sentence(error, { thrown: "failed" })).toBe("failed");
  });
});

describe("errors of a form", () => {
  const places = {
    second_factor_required: { code: "wrong code" },
    unauthenticated: { password: "wrong password" },
    name: { name: toldOf(invalid).name },
    email: { email: "bad" },
  };
  it("stand beside all fields that the service names", () => {
    expect(errorsAt(invalid, places)).toEqual({ name: "Must be one line.", email: "bad" });
  });
  it("stand where the code says, else where the kind does", () => {
    expect(errorsAt(new Problem(401, "second_factor_required", ""), places)).toEqual({ code: "wrong code" });
    expect(errorsAt(new Problem(401, "bad_credentials", ""), places)).toEqual({ password: "wrong password" });
  });
  it("stand at the form where no field is to blame, in the form's words", () => {
    const moon = new Problem(422, "invalid_input", "moon: is new", [{ field: "moon", message: "is new" }]);
    expect(errorsAt(moon, places)).toEqual({ form: "That did not work: moon: is new" });
    expect(errorsAt(moon, places, () => "not now")).toEqual({ form: "not now" });
  });
});
