/** A component whose code is fetched when it is needed, or ahead; what was fetched ahead is shown without a pause. */
import { type ComponentType, lazy, type ReactElement, useState } from "react";
import { withWords } from "../i18n";
import type { Area } from "../i18n/keys";

interface Fetched {
  default: ComponentType;
  /** Asks the service for what the page shows, where it is the first one. */
  askAhead?: () => void;
}
type Load = () => Promise<Fetched>;

export type LazyPage = (() => ReactElement) & { fetch: Load };

/** `areas`: what the page speaks in beyond the words of the start. */
export function lazyPage(load: Load, ...areas: Area[]): LazyPage {
  let loaded: ComponentType | null = null;
  const fetch = async () => {
    const found = await withWords(areas, load);
    loaded = found.default;
    return found;
  };
  const Lazy = lazy(fetch);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, when the app begins
  function Page() {
    // What it began with it stays: another component in the same place would begin anew.
    const [{ Shown }] = useState(() => ({ Shown: loaded ?? Lazy }));
    return <Shown />;
  }
  return Object.assign(Page, { fetch });
}
