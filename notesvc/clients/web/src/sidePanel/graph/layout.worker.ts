/** Lays a graph out by forces, away from the page, and posts where everything stands as it settles. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";

export interface LayoutRequest {
  count: number;
  pairs: Uint32Array;
  radii: Float32Array;
  /** The node that stays in the middle; -1 for none. */
  centre: number;
  /** Post the end only. */
  isStill: boolean;
}

const INTERVAL = 40;
const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = (event: MessageEvent<LayoutRequest>) => {
  const { count, pairs, radii, centre, isStill } = event.data;
  const nodes: SimulationNodeDatum[] = Array.from({ length: count }, (_, index) => ({ index }));
  const middle = nodes[centre];
  if (middle) Object.assign(middle, { fx: 0, fy: 0 });
  const links = Array.from({ length: pairs.length / 2 }, (_, at) => ({
    source: pairs[at * 2] ?? 0,
    target: pairs[at * 2 + 1] ?? 0,
  }));
  const isLarge = count > 1_500;
  const isSmall = count < 40;
  const simulation = forceSimulation(nodes)
    .force("link", forceLink(links).distance(isLarge ? 36 : isSmall ? 90 : 56))
    .force(
      "charge",
      forceManyBody()
        .strength(isLarge ? -70 : isSmall ? -420 : -160)
        .distanceMax(700)
        .theta(1),
    )
    .force("x", forceX(0).strength(0.06))
    .force("y", forceY(0).strength(0.06))
    .force(
      "apart",
      forceCollide<SimulationNodeDatum>((node) => (radii[node.index ?? 0] ?? 4) + 3),
    )
    .alphaDecay(isLarge ? 0.04 : 0.028)
    .stop();
  let told = 0;
  while (simulation.alpha() > simulation.alphaMin()) {
    simulation.tick();
    if (isStill || performance.now() - told < INTERVAL) continue;
    told = performance.now();
    tell(nodes, false);
  }
  tell(nodes, true);
};

function tell(nodes: SimulationNodeDatum[], isDone: boolean): void {
  const positions = new Float32Array(nodes.length * 2);
  for (const [at, node] of nodes.entries()) {
    positions[at * 2] = node.x ?? 0;
    positions[at * 2 + 1] = node.y ?? 0;
  }
  scope.postMessage({ positions, isDone }, [positions.buffer]);
}
