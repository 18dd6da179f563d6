// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from "vitest";
import { askedMatch, matchParameters } from "../../src/addresses";
import { matchOf, placeOf, revealMatch } from "../../src/search/match";

const at = (text: string, words: string, after = "") => {
  const place = placeOf(text, { words, after });
  return place && `${text.slice(0, place.from)}[${text.slice(place.from, place.to)}]`;
};

describe("what a result opens at", () => {
  test("is the first mark of the excerpt, known by what comes after it", () => {
    expect(matchOf("…the <mark>plan</mark> &amp; the <mark>garden</mark> of…")).toEqual({
      words: "plan",
      after: "& the garden of",
    });
    expect(matchOf("nothing marked")).toBeNull();
    expect(matchOf(`<mark>${"検".repeat(100)}</mark> ${"word ".repeat(40)}`)).toEqual({
      words: "検".repeat(80),
      after: "word ".repeat(16).trim(),
    });
  });

  test("comes back from the address", () => {
    const match = { words: "a plan", after: "of & for 100 %" };
    expect(askedMatch(`?${matchParameters(match)}`)).toEqual(match);
    expect(matchParameters({ words: "plan", after: "" })).toBe("match=plan");
    expect(askedMatch("?beside=x")).toBeNull();
    expect(askedMatch(`?match=${"x".repeat(500)}`)?.words).toHaveLength(80);
  });
});

describe("its place in a text", () => {
  test("is where most of what comes after it follows", () => {
    expect(at("a plan, then a Plan\n of the Garden", "plan", "of the garden here")).toBe(
      "a plan, then a [Plan]",
    );
    expect(at("a plan. Then", "plan", "nothing of that")).toBe("a [plan]");
    expect(at("merges, to merge", "merge")).toBe("merges, to [merge]");
    expect(at("only merges", "merge")).toBe("only [merge]");
    expect(at("a (b) c", "(b)", "c")).toBe("a [(b)]");
    expect(at("nothing", "else", "nothing")).toBeNull();
    expect(at("nothing", " ")).toBeNull();
  });
});

describe("on the page", () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  test("it is put into view, also in a folded part and across elements", () => {
    document.body.innerHTML = "<p>One plan</p><details><p>the <b>pl</b>an</p><p>of it</p></details>";
    const seen: string[] = [];
    Element.prototype.scrollIntoView = function scroll(this: Element) {
      seen.push(this.tagName);
    };
    vi.stubGlobal("CSS", {}); // jsdom has none, and some browsers have no highlights
    expect(revealMatch(document.body, { words: "plan", after: "of it" })).toBe(true);
    expect(seen).toEqual(["B"]);
    expect(document.querySelector("details")?.open).toBe(true);
    expect(revealMatch(document.body, { words: "nowhere", after: "" })).toBe(false);
  });
});
