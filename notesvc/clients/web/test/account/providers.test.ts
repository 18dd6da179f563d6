// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { nameOf, problemAt, signInAt } from "../../src/account/providers";
import { onwards, to } from "../../src/addresses";
import { speak } from "../../src/i18n";

beforeAll(() => speak("en"));

describe("external providers", () => {
  it("are called by their names, and the further one as the service says", () => {
    const ways = { oidcName: "Example ID" };
    expect(["google", "github", "oidc"].map((each) => nameOf(each, ways))).toEqual([
      "Google",
      "GitHub",
      "Example ID",
    ]);
  });

  it("are gone to with the place to come back to, and the invite", () => {
    expect(signInAt("google", "/")).toBe("/api/auth/oauth/google");
    expect(signInAt("oidc", "/notes/x?y=1#z")).toBe("/api/auth/oauth/oidc?next=%2Fnotes%2Fx%3Fy%3D1%23z");
    expect(signInAt("oidc", "/", " in&vite ")).toBe("/api/auth/oauth/oidc?invite=in%26vite");
    expect(signInAt("oidc", "//elsewhere.example")).toBe("/api/auth/oauth/oidc");
    expect(onwards(to.register, "/graph")).toBe("/register?next=%2Fgraph");
    expect(onwards(to.register, "/")).toBe("/register");
  });

  it("have a sentence of its own for each problem, and one for what is not known", () => {
    const codes = [
      "provider_unavailable",
      "provider_refused",
      "provider_untrusted",
      "sign_in_expired",
      "address_unverified",
      "address_taken",
      "registration_closed",
      "account_disabled",
      "already_linked",
      "wrong_account",
      "not_fresh",
      "rate_limited",
      "something else",
    ];
    const said = codes.map(problemAt);
    expect(new Set(said).size).toBe(codes.length);
    for (const each of said) expect(each).toMatch(/\.$/);
    expect(problemAt("toString")).toBe(problemAt("something else"));
    expect(problemAt(null)).toBeUndefined();
  });
});
