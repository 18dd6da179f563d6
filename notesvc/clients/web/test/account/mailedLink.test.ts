import { describe, expect, it } from "vitest";
import { mailedLink } from "../../src/account/mailedLink";

describe("a mailed link", () => {
  it("carries its token behind the hash", () => {
    expect(mailedLink("#token=a-b_c")).toEqual({ token: "a-b_c", isNew: false });
  });

  it("tells the first link of a new account from others", () => {
    expect(mailedLink("#new&token=abc")).toEqual({ token: "abc", isNew: true });
  });

  it("is no good where the token is missing", () => {
    expect(mailedLink("").token).toBe("");
    expect(mailedLink("#heading").token).toBe("");
  });
});
