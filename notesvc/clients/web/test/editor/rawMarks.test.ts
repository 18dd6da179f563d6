import { describe, expect, it } from "vitest";
import { foundIn } from "../../src/editor/raw/marks";
import type { WorkspaceContext } from "../../src/editor/workspaceContext";
import { NO_NAMES } from "../../src/render/tokens";

const workspace = { reading: { names: NO_NAMES } } as Pick<WorkspaceContext, "reading">;
const said = (line: string) =>
  foundIn(line, 0, workspace).map(({ from, to, what }) => `${what.kind} ${line.slice(from, to)}`);

describe("what can be followed in a line", () => {
  it.each([
    ["[[e]] and #abc", ["wiki [[e]]", "tag #abc"]],
    ["$[[e]]\\rho$ and [[e]]", ["maths $[[e]]\\rho$", "wiki [[e]]"]],
    ["$x_{#abc}[a](b)$ #abc", ["maths $x_{#abc}[a](b)$", "tag #abc"]],
    ["`$a` [[e]] `b$`", ["wiki [[e]]"]],
  ])("%j", (line, found) => expect(said(line)).toEqual(found));
});
