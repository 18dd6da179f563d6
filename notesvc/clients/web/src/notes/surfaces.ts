/** The two surfaces, loaded when there is need. */
import { type ComponentType, startTransition, useEffect, useState } from "react";
import type { Block } from "../blocks";
import { learnBlockWords } from "../editor/blockWords";
import type { SurfaceProps } from "../editor/surface";
import type { Surface } from "../saving/surfaceState";
import { untilFetched } from "../untilFetched";

interface Surfaces {
  block: ComponentType<SurfaceProps<Block[]>>;
  raw: ComponentType<SurfaceProps<string>>;
}

const loaders = {
  block: async () => {
    const [surface] = await Promise.all([import("../editor/BlockSurface"), learnBlockWords()]);
    return surface.default;
  },
  raw: async () => (await import("../editor/RawSurface")).default,
};
const loaded: Partial<Surfaces> = {};

async function load(kind: Surface): Promise<void> {
  if (loaded[kind]) return;
  const component = await loaders[kind]();
  Object.assign(loaded, { [kind]: component });
}

/** The loaded surfaces; `isWanted` asks for the one of this kind, again and again while it `failed`. */
export function useSurfaces(kind: Surface, isWanted: boolean): Partial<Surfaces> & { failed: boolean } {
  const [, tell] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const fetchAgain = () => {
      setFailed(true);
      return untilFetched(() => load(kind));
    };
    void load(kind)
      .catch(fetchAgain)
      .then(() => {
        if (isGone) return;
        setFailed(false);
        // In steps between which the page answers.
        startTransition(() => tell((count) => count + 1));
      });
    return () => {
      isGone = true;
    };
  }, [kind, isWanted]);
  return { ...loaded, failed };
}
