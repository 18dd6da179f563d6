import { expect, test } from "vitest";
import { COLOURS, colourOf, coloursOf } from "../../src/rooms/people";

const PAPER = { light: [250, 248, 244], dark: [24, 22, 20] };

function luminance(rgb: number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((each) => {
    const share = each / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: number[], other: number[]): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const rgbOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

test.each(COLOURS)("%s carries white words, and is seen on light and on dark paper", (colour) => {
  expect(contrast(rgbOf(colour), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(rgbOf(colour), PAPER.light)).toBeGreaterThanOrEqual(3);
  expect(contrast(rgbOf(colour), PAPER.dark)).toBeGreaterThanOrEqual(3);
});

test("no two have the same colour while there are free ones", () => {
  const ids = Array.from({ length: COLOURS.length }, (_, at) => `user ${at}`);
  for (let count = 1; count <= ids.length; count++) {
    expect(new Set(coloursOf(ids.slice(0, count)).values()).size).toBe(count);
  }
});

test("all windows agree, whoever they heard of first", () => {
  const ids = Array.from({ length: 12 }, (_, at) => `user ${at}`);
  const said = coloursOf(ids);
  expect(coloursOf(ids.toReversed())).toEqual(said);
  expect(said.size).toBe(12);
});

test("who is alone, or meets nobody of the same colour, has their own", () => {
  expect(coloursOf(["ada"]).get("ada")).toBe(colourOf("ada"));
  const other = Array.from({ length: 50 }, (_, at) => `b${at}`).find(
    (id) => colourOf(id) !== colourOf("ada"),
  )!;
  expect(coloursOf([other, "ada"]).get("ada")).toBe(colourOf("ada"));
});
