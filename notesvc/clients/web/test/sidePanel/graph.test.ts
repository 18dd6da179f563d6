import { expect, test } from "vitest";
import { colourOfHue, keyOf, sourcesOf } from "../../src/sidePanel/graph/colours";
import { labelOf, placed } from "../../src/sidePanel/graph/labels";
import { type GraphEdge, type GraphNode, Scene } from "../../src/sidePanel/graph/scene";
import { fitting, nearer, toScene, toScreen } from "../../src/sidePanel/graph/view";

const node = (id: string): GraphNode => ({ id, kind: "note", label: id });
const edge = (source: string, target: string): GraphEdge => ({ source, target, kind: "wiki" });

const scene = new Scene(["a", "b", "c", "d"].map(node), [
  edge("a", "b"),
  edge("a", "c"),
  edge("a", "a"),
  edge("a", "x"),
]);
scene.place(Float32Array.from([0, 0, 100, 0, 0, 100, -100, -100]));

test("edges to nodes that are not there, and to oneself, are left out", () => {
  expect([...scene.pairs]).toEqual([0, 1, 0, 2]);
  expect(scene.byRank[0]).toBe(0);
});

test("the node under the pointer is found, and none far from all", () => {
  expect(scene.at(101, 2, 5)).toBe(1);
  expect(scene.at(50, 50, 5)).toBe(-1);
  expect(scene.at(-108, -100, 5)).toBe(3);
});

test("arrow keys lead to the nearest node in their direction", () => {
  expect(scene.towards(0, 1, 0)).toBe(1);
  expect(scene.towards(0, 0, 1)).toBe(2);
  expect(scene.towards(1, 1, 0)).toBe(-1);
});

test("zooming keeps the point under the pointer where it is", () => {
  const view = { scale: 1, x: 10, y: 20 };
  const closer = nearer(view, 2, 110, 70);
  expect(toScreen(closer, ...toScene(view, 110, 70))).toEqual([110, 70]);
  expect(nearer(view, 1e9, 0, 0).scale).toBeLessThanOrEqual(6);
});

test("all of the graph fits into the view", () => {
  const size = { width: 300, height: 200 };
  const view = fitting(scene.bounds(), size, 20);
  for (let at = 0; at < 4; at += 1) {
    const [x, y] = toScreen(view, scene.x(at), scene.y(at));
    expect(x).toBeGreaterThanOrEqual(19.9);
    expect(x).toBeLessThanOrEqual(280.1);
    expect(y).toBeGreaterThanOrEqual(19.9);
    expect(y).toBeLessThanOrEqual(180.1);
  }
});

const screen = { width: 400, height: 300 };
const wanted = (x: number, y: number, isSure = false) => ({ disc: { x, y, r: 5 }, width: 40, isSure });

test("a name stands below its node, or above it where another node is", () => {
  const alone = wanted(100, 100);
  expect(placed([alone], [alone.disc], screen)).toEqual([{ of: alone, x: 100, top: 109 }]);
  const under = { x: 100, y: 115, r: 5 };
  expect(placed([alone], [alone.disc, under], screen)[0]?.top).toBe(77);
  const over = { x: 100, y: 85, r: 5 };
  expect(placed([alone], [alone.disc, under, over], screen)[0]?.x).toBe(129);
});

test("a name without room is left out, unless it has to be there", () => {
  const around = [
    { x: 100, y: 115, r: 5 },
    { x: 100, y: 85, r: 5 },
    { x: 120, y: 100, r: 5 },
    { x: 80, y: 100, r: 5 },
  ];
  expect(placed([wanted(100, 100)], around, screen)).toEqual([]);
  expect(placed([wanted(100, 100, true)], around, screen)).toHaveLength(1);
  expect(placed([wanted(100, 100), wanted(104, 100)], [], screen)).toHaveLength(2);
});

test("a name near the edge leans inwards, and stands beside its node where it would be cut", () => {
  expect(placed([wanted(5, 100)], [], screen)[0]?.x).toBe(20);
  expect(placed([wanted(395, 100)], [], screen)[0]?.x).toBe(380);
  expect(placed([wanted(100, 296)], [], screen)[0]?.top).toBe(273);
  const below = { x: 20, y: 115, r: 5 };
  const above = { x: 20, y: 85, r: 5 };
  expect(placed([wanted(5, 100)], [below, above], screen)[0]?.x).toBe(34);
  expect(
    placed(
      [wanted(395, 100)],
      [
        { ...below, x: 380 },
        { ...above, x: 380 },
      ],
      screen,
    )[0]?.x,
  ).toBe(366);
});

test("a journal entry is called by its day, and a long name is cut", () => {
  expect(labelOf("2026-11-20")).toMatch(/20/);
  expect(labelOf("2026-11-20")).not.toContain("2026-11");
  expect([...labelOf("word ".repeat(20))]).toHaveLength(32);
});

test("a note has the colour of its tag, else of the topmost folder, and the key names what colours most", () => {
  const folders = [
    { id: "garden", name: "Garden", depth: 0 },
    { id: "beds", name: "Beds", depth: 1 },
    { id: "house", name: "House", depth: 0 },
  ];
  const notes = [
    { id: "a", parentId: "beds", tags: [] },
    { id: "b", parentId: "garden", tags: ["plain"] },
    { id: "c", parentId: "house", tags: ["plain", "plan"] },
    { id: "d", parentId: null, tags: [] },
    { id: "e", parentId: "house", tags: [] },
  ];
  const sources = sourcesOf(notes, folders, (tag) => (tag === "plan" ? "#cc5500" : undefined));
  expect(sources.get("a")).toBe(sources.get("b"));
  expect(sources.has("d")).toBe(false);
  const named = (ids: string[]) =>
    keyOf(
      ids.map((id) => ({ id })),
      sources,
    ).map(({ kind, name }) => `${kind} ${name}`);
  expect(named(["c", "e", "a", "b", "d"])).toEqual(["folder Garden", "tag plan", "folder House"]);
  expect(named(["d"])).toEqual([]);
  expect(colourOfHue("#cc5500")).toContain("from #cc5500");
  expect(colourOfHue(250)).toContain("250");
});
