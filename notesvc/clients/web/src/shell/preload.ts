/** Fetches what will most likely be needed next, a piece at a time, whenever the app is at rest. */
import { whenRested } from "./rest";

type Fetch = () => Promise<unknown>;

const PIECES: Fetch[] = [
  () => import("./palette/Palette"),
  () => import("../editor/BlockSurface"),
  () => import("../editor/RawSurface"),
  () => import("./tree/RowMenu"),
];
let hasBegun = false;

export function preload(pages: readonly Fetch[]): void {
  const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (hasBegun || saveData) return;
  hasBegun = true;
  const next = [...pages, ...PIECES];
  const step = () => {
    const fetchIt = next.shift();
    // A piece that cannot be fetched now is fetched when it is needed, which says so.
    if (fetchIt)
      void fetchIt().then(
        () => whenRested(step),
        () => {},
      );
  };
  setTimeout(() => whenRested(step), 1_000);
}
