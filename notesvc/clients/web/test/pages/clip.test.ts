import { describe, expect, it } from "vitest";
import { announcedFiles, propertiesOf, sharedPage, textOf, titleOf, withFiles } from "../../src/pages/clip";
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

describe("files that another app hands over", () => {
  const file = (name: string, type: string, words = "words\n") => new File([words], name, { type });

  it("are texts of the note, or linked in it, below the words", async () => {
    const files = [file("dot.png", "image/png"), file("plan.md", ""), file("list.txt", "text/plain", "one")];
    const kept = async ({ name }: File) => `![${name}](/files/1)`;
    expect(await withFiles("See", files, kept)).toBe("See\n\n![dot.png](/files/1)\n\nwords\n\none");
    expect(await withFiles("", [file("long.txt", "text/plain", "a".repeat(600_000))], kept)).toBe(
      "![long.txt](/files/1)",
    );
  });

  it("give the note a name, and are counted in the address", () => {
    expect(["a.b.png", ".env", "plan"].map((name) => titleOf(file(name, "")))).toEqual([
      "a.b",
      ".env",
      "plan",
    ]);
    expect(["?files=2", "?title=files", "?files=x"].map(announcedFiles)).toEqual([2, 0, 0]);
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
