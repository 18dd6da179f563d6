import { describe, expect, it } from "vitest";
import { propertiesOf, sharedPage, textOf } from "../../src/pages/clip";
import { bookmarklet, familyOf } from "../../src/settings/clipper/clipper";

describe("what another app hands over", () => {
  it("has an address, a title and a text", () => {
    const shared = sharedPage("?url=https%3A%2F%2Fa.example%2Fx&title=A&text=Some+words");
    expect(shared).toEqual({ url: "https://a.example/x", title: "A", text: "Some words" });
    expect(textOf(shared)).toBe("Some words");
  });

  it("may have its address in the text", () => {
    const shared = sharedPage("?title=A&text=Look+https%3A%2F%2Fa.example%2Fx");
    expect(shared).toEqual({ url: "https://a.example/x", title: "A", text: "Look" });
  });

  it("is kept as its address where there is no text, and no other kind of address is taken", () => {
    expect(textOf(sharedPage("?url=https%3A%2F%2Fa.example%2F"))).toBe("<https://a.example/>");
    expect(sharedPage("?url=javascript%3Aalert(1)").url).toBe("");
    expect(propertiesOf("", new Date(0))).toEqual({
      source: "share",
      capturedAt: "1970-01-01T00:00:00.000Z",
    });
  });
});

describe("the bookmark", () => {
  it("opens the form of its service with what the page has", () => {
    const code = decodeURIComponent(bookmarklet("https://notes.example").replace("javascript:", ""));
    let opened = "";
    const page = { href: "https://a.example/?q=1&r=2" };
    new Function("open", "location", "document", "getSelection", code)(
      (address: string) => {
        opened = address;
      },
      page,
      { title: "A & B" },
      () => "chosen",
    );
    const address = new URL(opened);
    expect(address.pathname).toBe("/clip");
    expect(sharedPage(address.search)).toEqual({ url: page.href, title: "A & B", text: "chosen" });
  });

  it("knows Firefox from the others", () => {
    expect([familyOf("Mozilla/5.0 Gecko/20100101 Firefox/153.0"), familyOf("Chrome/156.0")]).toEqual([
      "firefox",
      "chromium",
    ]);
  });
});
