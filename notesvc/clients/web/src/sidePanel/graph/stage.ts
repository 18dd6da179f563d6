/** A graph on its canvas: settles the layout, follows the hand and the keys, and draws when something changed. */
import type { Hues } from "./colours";
import { draw, type Inks, inksOf } from "./draw";
import type { LayoutRequest } from "./layout.worker";
import { type GraphEdge, type GraphNode, Scene } from "./scene";
import { fitting, nearer, type Size, toScene, toScreen, type View } from "./view";

export interface StageTold {
  onOpen: (node: GraphNode) => void;
  /** Another node is under the pointer or chosen by key. */
  onChoose: (node: GraphNode | null, links: number) => void;
}

const MARGIN = 36;
const CLICK = 5;
const CALM = 150;

export class Stage {
  private scene: Scene;
  private view: View = { scale: 1, x: 0, y: 0 };
  private size: Size = { width: 0, height: 0 };
  private inks: Inks;
  private hues: Hues = new Map();
  private centre = -1;
  private chosen = -1;
  private found: ReadonlySet<number> | null = null;
  /** Until somebody moves the graph it is kept in the middle, all of it in view. */
  private isHeld = false;
  private frame = 0;
  /** Runs out when the graph has not been moved for a moment. */
  private calm: ReturnType<typeof setTimeout> | undefined;
  private worker: Worker | null = null;
  private readonly context: CanvasRenderingContext2D | null;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private moved = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly told: StageTold,
  ) {
    this.scene = new Scene([], []);
    this.context = canvas.getContext("2d");
    this.inks = inksOf(canvas, this.hues);
  }

  show(nodes: readonly GraphNode[], edges: readonly GraphEdge[], centreId: string | undefined): void {
    this.scene = new Scene(nodes, edges);
    this.centre = this.scene.numberOf(centreId);
    this.isHeld = false;
    this.found = null;
    this.choose(-1);
    this.settle();
  }

  /** Let these stand out; nothing for all alike. */
  find(ids: ReadonlySet<string> | undefined): void {
    const numbers = this.scene.nodes.flatMap((node, at) => (ids?.has(node.id) ? [at] : []));
    this.found = ids ? new Set(numbers) : null;
    this.redraw();
  }

  leave(): void {
    clearTimeout(this.calm);
    this.worker?.terminate();
    cancelAnimationFrame(this.frame);
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.size = { width, height };
    if (!this.isHeld) this.fit();
    this.redraw();
  }

  recolour(hues: Hues = this.hues): void {
    this.hues = hues;
    this.inks = inksOf(this.canvas, hues);
    this.redraw();
  }

  /** All of the graph into view. */
  fit(): void {
    this.view = fitting(this.scene.bounds(), this.size, MARGIN);
    this.redraw();
  }

  zoom(times: number, x = this.size.width / 2, y = this.size.height / 2): void {
    this.isHeld = true;
    this.view = nearer(this.view, times, x, y);
    this.moving();
  }

  pressed(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.pointers.size === 1) this.moved = 0;
  }

  pulled(event: PointerEvent): void {
    const from = this.pointers.get(event.pointerId);
    if (from === undefined) {
      this.choose(this.under(event));
      return;
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    const [dx, dy] = [event.offsetX - from.x, event.offsetY - from.y];
    this.moved += Math.abs(dx) + Math.abs(dy);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.moved < CLICK) return;
    this.isHeld = true;
    if (other) {
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const after = Math.hypot(event.offsetX - other.x, event.offsetY - other.y);
      if (before > 0) this.zoom(after / before, (event.offsetX + other.x) / 2, (event.offsetY + other.y) / 2);
    } else {
      this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
      this.moving();
    }
  }

  released(event: PointerEvent): void {
    const isClick = this.pointers.delete(event.pointerId) && this.moved < CLICK && event.type === "pointerup";
    const node = isClick ? this.scene.nodes[this.under(event)] : undefined;
    if (node) this.told.onOpen(node);
  }

  left(): void {
    if (this.pointers.size === 0) this.choose(-1);
  }

  /** Arrows go from node to node, Enter opens, + and - come nearer and go further, 0 shows all. */
  key(event: KeyboardEvent): boolean {
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = ways[event.key];
    if (way) this.step(...way);
    else if (event.key === "Enter" && this.chosen >= 0) this.told.onOpen(this.scene.nodes[this.chosen]!);
    else if (event.key === "+" || event.key === "=") this.zoom(1.3, ...this.focus());
    else if (event.key === "-") this.zoom(1 / 1.3, ...this.focus());
    else if (event.key === "0") this.fit();
    else return false;
    return true;
  }

  /** What zooming by key keeps in its place: the chosen node, or the middle of the screen. */
  private focus(): [number, number] {
    if (this.chosen < 0) return [this.size.width / 2, this.size.height / 2];
    return toScreen(this.view, this.scene.x(this.chosen), this.scene.y(this.chosen));
  }

  private step(dx: number, dy: number): void {
    const from = this.chosen >= 0 ? this.chosen : this.centre;
    const next = from < 0 ? (this.scene.byRank[0] ?? -1) : this.scene.towards(from, dx, dy);
    if (next < 0) return;
    this.choose(next);
    const [x, y] = this.focus();
    const inX = clamp(x, MARGIN, this.size.width - MARGIN);
    const inY = clamp(y, MARGIN, this.size.height - MARGIN);
    this.view = { ...this.view, x: this.view.x + inX - x, y: this.view.y + inY - y };
  }

  private choose(at: number): void {
    if (at === this.chosen) return;
    this.chosen = at;
    this.canvas.style.cursor = at >= 0 ? "pointer" : "grab";
    this.told.onChoose(this.scene.nodes[at] ?? null, at < 0 ? 0 : this.scene.degree(at));
    this.redraw();
  }

  private under(event: PointerEvent): number {
    const [x, y] = toScene(this.view, event.offsetX, event.offsetY);
    return this.scene.at(x, y, (event.pointerType === "touch" ? 18 : 5) / this.view.scale);
  }

  private settle(): void {
    this.worker?.terminate();
    const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    const { scene } = this;
    worker.onmessage = ({ data }: MessageEvent<{ positions: Float32Array; isDone: boolean }>) => {
      scene.place(data.positions);
      if (!this.isHeld) this.fit();
      this.moving();
      if (data.isDone) worker.terminate();
    };
    const request: LayoutRequest = {
      count: scene.nodes.length,
      pairs: scene.pairs,
      radii: scene.radii,
      centre: this.centre,
      isStill: matchMedia("(prefers-reduced-motion: reduce)").matches,
    };
    worker.postMessage(request);
  }

  private moving(): void {
    clearTimeout(this.calm);
    this.calm = setTimeout(() => {
      this.calm = undefined;
      this.redraw();
    }, CALM);
    this.redraw();
  }

  private redraw(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.context) return;
      const marks = {
        centre: this.centre,
        chosen: this.chosen,
        found: this.found,
        isMoving: this.calm !== undefined,
      };
      draw(this.context, this.scene, this.view, this.size, this.inks, marks);
    });
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
