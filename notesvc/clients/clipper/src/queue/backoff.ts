/** How often something is tried. */
export const TRIES = 8;

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** How long to wait after so many tries: twice as long each time, an hour at most, never less than was asked for.
 * `random` is from 0 to 1: devices that failed together do not come back together. */
export function waitMs(tries: number, askedMs: number, random: number): number {
  const usual = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS);
  return Math.max(askedMs, Math.round(usual * (0.75 + random / 2)));
}
