/** Fetches what will most likely be needed next, a piece at a time, whenever the app is at rest. */
import { whenAppIdle } from "./appIdle";

type Fetch = () => Promise<unknown>;

let hasBegun = false;

export function preload(pieces: readonly Fetch[]): void {
  const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (hasBegun || saveData) return;
  hasBegun = true;
  const next = [...pieces];
  const step = () => {
    const fetchIt = next.shift();
    // A piece that cannot be fetched now is fetched when it is needed, which says so.
    if (fetchIt)
      void fetchIt().then(
        () => whenAppIdle(step),
        () => {},
      );
  };
  setTimeout(() => whenAppIdle(step), 1_000);
}
