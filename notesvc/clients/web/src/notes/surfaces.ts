/** The two surfaces, loaded when there is time or need. */
import { type ComponentType, useEffect, useState } from "react";
import type { Block } from "../blocks";
import type { SurfaceProps } from "../editor/surface";
import type { Surface } from "../saving/surfaceState";
import { whenIdle } from "../ui/idle";

interface Surfaces {
  block: ComponentType<SurfaceProps<Block[]>>;
  raw: ComponentType<SurfaceProps<string>>;
}

const loaders = {
  block: async () => (await import("../editor/BlockSurface")).default,
  raw: async () => (await import("../editor/RawSurface")).default,
};
const loaded: Partial<Surfaces> = {};

async function load(kind: Surface): Promise<void> {
  if (loaded[kind]) return;
  const component = await loaders[kind]();
  Object.assign(loaded, { [kind]: component });
}

/** The loaded surfaces; `isWanted` asks for the one of this kind. The other one follows in idle time. */
export function useSurfaces(kind: Surface, isWanted: boolean): Partial<Surfaces> & { failed: boolean } {
  const [, tell] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    load(kind)
      .then(() => !isGone && tell((count) => count + 1))
      .catch(() => !isGone && setFailed(true));
    const other = whenIdle(() => void load(kind === "block" ? "raw" : "block").catch(() => {}), 4_000);
    return () => {
      isGone = true;
      other();
    };
  }, [kind, isWanted]);
  return { ...loaded, failed };
}
