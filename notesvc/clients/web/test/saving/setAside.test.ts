import { describe, expect, it } from "vitest";
import { type Note, Problem } from "../../src/api";
import type { Block } from "../../src/blocks";
import { SetAside } from "../../src/saving/setAside";
import { noteOf } from "./fakeService";

const paragraph = (id: string, text: string, children: Block[] = []): Block => ({
  id,
  type: "paragraph",
  props: {},
  content: [{ type: "text", text, styles: {} }],
  children,
});
const refusing = (...fields: string[]) =>
  new Problem(
    422,
    "invalid",
    "",
    fields.map((field) => ({ field, message: "is wrong" })),
  );
const before = noteOf({ richContent: [paragraph("a", "as it was")] as Note["richContent"] });

describe("a block that the service refuses", () => {
  it("stays as it was last saved, and the rest passes", () => {
    const aside = new SetAside();
    const sent = { richContent: [paragraph("a", "bad", [paragraph("c", "child")]), paragraph("b", "good")] };
    expect(aside.refuse(refusing("richContent[0].content[0].text"), sent)).toBe(true);
    expect(aside.without(sent, before).richContent).toEqual([
      paragraph("a", "as it was", [paragraph("c", "child")]),
      paragraph("b", "good"),
    ]);
    expect(aside.blocks).toEqual([{ id: "a", message: "is wrong", isAddress: false }]);
  });

  it("is not there where it is new, but the blocks within it are", () => {
    const aside = new SetAside();
    const sent = {
      richContent: [paragraph("x", "outer", [paragraph("y", "bad", [paragraph("z", "good")])])],
    };
    aside.refuse(refusing("richContent[0].children[0].content[1].href"), sent);
    expect(aside.without(sent, before).richContent).toEqual([
      paragraph("x", "outer", [paragraph("z", "good")]),
    ]);
    expect(aside.blocks.map(({ id, isAddress }) => [id, isAddress])).toEqual([["y", true]]);
  });

  it("is tried again when it says something else", () => {
    const aside = new SetAside();
    aside.refuse(refusing("richContent[0].content"), { richContent: [paragraph("a", "bad")] });
    const mended = { richContent: [paragraph("a", "mended")] };
    expect(aside.without(mended, before)).toBe(mended);
    expect(aside.blocks).toEqual([]);
  });

  it("is no way out where the whole document is refused, or the block as it was", () => {
    const aside = new SetAside();
    const sent = { richContent: [paragraph("a", "bad")] };
    expect(aside.refuse(refusing("richContent"), sent)).toBe(false);
    expect(aside.refuse(refusing("name"), sent)).toBe(false);
    expect(aside.refuse(refusing("richContent[0].content"), sent)).toBe(true);
    expect(aside.refuse(refusing("richContent[0].content"), sent)).toBe(false);
  });
});
