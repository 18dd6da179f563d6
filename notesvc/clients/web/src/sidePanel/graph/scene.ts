/** A graph as it is laid out: who stands where, who is whose neighbour, and who is under the pointer. */
import type { Schemas } from "../../api";

export type GraphNode = Schemas["GraphNode"];
export type GraphEdge = Schemas["GraphEdge"];

const CELL = 48;

export class Scene {
  readonly nodes: readonly GraphNode[];
  /** Pairs of node numbers. */
  readonly pairs: Uint32Array;
  readonly radii: Float32Array;
  readonly neighbours: number[][];
  /** Node numbers, the one with the most links first. */
  readonly byRank: number[];
  positions: Float32Array;
  private cells: Map<string, number[]> | null = null;

  constructor(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
    this.nodes = nodes;
    const numbers = new Map(nodes.map((node, at) => [node.id, at]));
    const pairs: number[] = [];
    this.neighbours = nodes.map(() => []);
    for (const edge of edges) {
      const [from, to] = [numbers.get(edge.source), numbers.get(edge.target)];
      if (from === undefined || to === undefined || from === to) continue;
      pairs.push(from, to);
      this.neighbours[from]?.push(to);
      this.neighbours[to]?.push(from);
    }
    this.pairs = Uint32Array.from(pairs);
    this.radii = Float32Array.from(this.neighbours, (near) =>
      Math.min(14, 3.5 + Math.sqrt(near.length) * 1.1),
    );
    this.byRank = nodes
      .map((_, at) => at)
      .sort((left, right) => this.degree(right) - this.degree(left) || left - right);
    this.positions = new Float32Array(nodes.length * 2);
  }

  degree = (at: number): number => this.neighbours[at]?.length ?? 0;
  x = (at: number): number => this.positions[at * 2] ?? 0;
  y = (at: number): number => this.positions[at * 2 + 1] ?? 0;
  radius = (at: number): number => this.radii[at] ?? 4;
  numberOf = (id: string | undefined): number => this.nodes.findIndex((node) => node.id === id);

  place(positions: Float32Array): void {
    this.positions = positions;
    this.cells = null;
  }

  /** The smallest rectangle around all nodes. */
  bounds(): { left: number; top: number; right: number; bottom: number } {
    let [left, top, right, bottom] = [0, 0, 0, 0];
    for (let at = 0; at < this.nodes.length; at += 1) {
      const [x, y] = [this.x(at), this.y(at)];
      left = at ? Math.min(left, x) : x;
      right = at ? Math.max(right, x) : x;
      top = at ? Math.min(top, y) : y;
      bottom = at ? Math.max(bottom, y) : y;
    }
    return { left, top, right, bottom };
  }

  /** The node at this place, or the nearest within `reach`; -1 for none. */
  at(x: number, y: number, reach: number): number {
    const cells = this.grid();
    let found = -1;
    let nearest = Number.POSITIVE_INFINITY;
    const span = Math.ceil((reach + 14) / CELL);
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    for (let c = column - span; c <= column + span; c += 1)
      for (let r = row - span; r <= row + span; r += 1)
        for (const at of cells.get(`${c},${r}`) ?? []) {
          const distance = Math.hypot(this.x(at) - x, this.y(at) - y) - this.radius(at);
          if (distance <= reach && distance < nearest) [found, nearest] = [at, distance];
        }
    return found;
  }

  /** The nearest node in a direction; -1 for none. */
  towards(from: number, dx: number, dy: number): number {
    let found = -1;
    let best = Number.POSITIVE_INFINITY;
    for (let at = 0; at < this.nodes.length; at += 1) {
      const [x, y] = [this.x(at) - this.x(from), this.y(at) - this.y(from)];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (at === from || along <= 0 || aside > along * 1.2) continue;
      const cost = along + aside * 2;
      if (cost < best) [found, best] = [at, cost];
    }
    return found;
  }

  private grid(): Map<string, number[]> {
    if (this.cells) return this.cells;
    const cells = new Map<string, number[]>();
    for (let at = 0; at < this.nodes.length; at += 1) {
      const key = `${Math.floor(this.x(at) / CELL)},${Math.floor(this.y(at) / CELL)}`;
      const known = cells.get(key);
      if (known) known.push(at);
      else cells.set(key, [at]);
    }
    this.cells = cells;
    return cells;
  }
}
