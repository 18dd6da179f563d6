import { expect, test } from "vitest";
import { sidewaysWay } from "../../src/render/swipe";

test.each([
  [-80, 10, -1],
  [80, -10, 1],
  [20, 0, 0],
  [60, 50, 0],
  [0, 200, 0],
])("a finger that went %i across and %i down", (x, y, way) => {
  expect(sidewaysWay({ clientX: 100, clientY: 100 }, { clientX: 100 + x, clientY: 100 + y })).toBe(way);
});
