// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cleanedBlock, type GivenBlock } from "../../src/editor/document/cleaned";
import { mayStand, standing } from "../../src/editor/document/hrefs";
import { Outgoing } from "../../src/editor/document/outgoing";

interface Examples {
  addresses: { accepted: string[]; refused: string[] };
  blocks: { path: string; refused: GivenBlock; cleaned: unknown }[];
}

/** The service's own tests read the same. */
const EXAMPLES = JSON.parse(readFileSync("../../../tests/text/accepted.json", "utf8")) as Examples;

describe("an address", () => {
  it.each(EXAMPLES.addresses.accepted)("may be %j", (href) => expect(mayStand(href)).toBe(true));
  it.each(EXAMPLES.addresses.refused)("may not be %j", (href) => expect(mayStand(href)).toBe(false));

  it("without a scheme of its own gets one", () => {
    expect(standing("//host/a.png")).toBe("https://host/a.png");
    expect(standing("javascript:x")).toBeUndefined();
  });
});

it.each(EXAMPLES.blocks)(
  "what the service refuses at $path does not leave the editor",
  ({ refused, cleaned }) => {
    expect(cleanedBlock(refused)).toEqual(cleaned);
  },
);

it("blocks that lie too deep come out of one another, and none is lost", () => {
  const nested = (depth: number): GivenBlock => ({
    id: `b${depth}`,
    type: "bulletListItem",
    content: [],
    children: depth < 40 ? [nested(depth + 1)] : [],
  });
  const levels = (blocks: readonly GivenBlock[]): number =>
    blocks.length === 0 ? 0 : 1 + Math.max(...blocks.map((block) => levels(block.children ?? [])));
  const count = (blocks: readonly GivenBlock[]): number =>
    blocks.reduce((sum, block) => sum + 1 + count(block.children ?? []), 0);
  const changed = new Outgoing([], []).changed([nested(1)]) ?? [];
  expect([levels(changed), count(changed)]).toEqual([32, 40]);
});
