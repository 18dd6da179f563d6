/** Where the names of nodes stand: below their node, above it or beside it, whole, on no other name and no other node. */
import { dayName } from "../../i18n/dates";
import type { Size } from "./view";

/** A node on the screen. */
export interface Disc {
  x: number;
  y: number;
  r: number;
}

interface Wanted {
  disc: Disc;
  width: number;
  /** It stands there in any case. */
  isSure: boolean;
}

const LONGEST = 32;
const HEIGHT = 14;
const GAP = 4;

export function labelOf(name: string): string {
  const letters = [...(dayName(name) ?? name)];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("");
}

interface Place {
  /** The middle of the words. */
  x: number;
  top: number;
}

type Placed<Of> = Place & { of: Of };

function placesOf({ disc: { x, y, r }, width }: Wanted, size: Size): Place[] {
  const aside = r + GAP + width / 2;
  // Near the edge the words lean inwards.
  const middle = Math.max(width / 2, Math.min(x, size.width - width / 2));
  return [
    { x: middle, top: y + r + GAP },
    { x: middle, top: y - r - GAP - HEIGHT },
    { x: x + aside, top: y - HEIGHT / 2 },
    { x: x - aside, top: y - HEIGHT / 2 },
  ];
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Those that have a place in the picture, the first ones first: a name without room is left out. */
export function placed<Of extends Wanted>(
  wanted: readonly Of[],
  discs: readonly Disc[],
  size: Size,
): Placed<Of>[] {
  const taken = discs.map(({ x, y, r }): Box => [x - r, y - r, x + r, y + r]);
  const found: Placed<Of>[] = [];
  for (const of of wanted) {
    const places = placesOf(of, size);
    const free = places.find(
      (place) => isWhole(place, of.width, size) && !taken.some(overlaps(boxOf(place, of.width))),
    );
    const place = free ?? (of.isSure ? places[0] : undefined);
    if (place === undefined) continue;
    taken.push(boxOf(place, of.width));
    found.push({ of, ...place });
  }
  return found;
}

const isWhole = ({ x, top }: Place, width: number, size: Size): boolean =>
  x >= width / 2 && x <= size.width - width / 2 && top >= 0 && top + HEIGHT <= size.height;

const boxOf = ({ x, top }: Place, width: number): Box => [
  x - width / 2 - 2,
  top - 1,
  x + width / 2 + 2,
  top + HEIGHT,
];

const overlaps = (a: Box) => (b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
