/** Draws a graph on a canvas: all edges in one path, all nodes of a colour in one. */
import type { Hues } from "./colours";
import { type Disc, labelOf, placed } from "./labels";
import type { Scene } from "./scene";
import { type Size, toScreen, type View } from "./view";

export interface Marks {
  /** The node the graph is about; -1 for none. */
  centre: number;
  /** The node under the pointer or chosen by key; -1 for none. */
  chosen: number;
  /** What somebody looks for; null while nobody does. */
  found: ReadonlySet<number> | null;
  /** While it is moved, of very many edges only some are drawn. */
  isMoving: boolean;
}

export interface Inks {
  ink: string;
  quiet: string;
  edge: string;
  accent: string;
  tag: string;
  person: string;
  paper: string;
  font: string;
  /** Colours of their own, by the ids of nodes. */
  colours: ReadonlyMap<string, string>;
}

const MOST_LABELS = 220;
const LABELS_FROM = 0.55;
/** As many have their names at any distance. */
const FEW = 60;
/** With more nodes than these, names may lie on them: to look for a free place would be felt. */
const MOST_OBSTACLES = 400;
/** Edges that are drawn in one frame without its being felt. */
const QUICK_EDGES = 3_000;

export function inksOf(element: Element, hues: Hues): Inks {
  const style = getComputedStyle(element);
  const ink = (name: string) => style.getPropertyValue(name).trim();
  const hue = (degrees: number) => `oklch(${ink("--tag-light")} ${ink("--tag-chroma")} ${degrees})`;
  const coloured = (colour: string | number) =>
    typeof colour === "number"
      ? hue(colour)
      : `oklch(from ${colour} ${ink("--tag-light")} ${ink("--tag-chroma")} h)`;
  return {
    ink: ink("--ink"),
    quiet: ink("--ink-quiet"),
    edge: ink("--line-strong"),
    accent: ink("--accent"),
    tag: hue(150),
    person: hue(350),
    paper: ink("--paper"),
    font: style.fontFamily,
    colours: new Map(Array.from(hues, ([id, colour]) => [id, coloured(colour)])),
  };
}

export function draw(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  size: Size,
  inks: Inks,
  marks: Marks,
) {
  context.clearRect(0, 0, size.width, size.height);
  const near =
    marks.chosen < 0 ? marks.found : new Set([marks.chosen, ...(scene.neighbours[marks.chosen] ?? [])]);
  drawEdges(context, scene, view, size, inks, marks);
  context.globalAlpha = near === null ? 1 : 0.25;
  drawNodes(context, scene, view, size, inks, null);
  context.globalAlpha = 1;
  if (near) drawNodes(context, scene, view, size, inks, near);
  drawMarks(context, scene, view, inks, marks);
  drawLabels(context, scene, view, size, inks, marks, near);
}

function drawEdges(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  size: Size,
  inks: Inks,
  { chosen, found, isMoving }: Marks,
): void {
  const { pairs, positions } = scene;
  const screenX = (at: number) => (positions[at * 2] ?? 0) * view.scale + view.x;
  const screenY = (at: number) => (positions[at * 2 + 1] ?? 0) * view.scale + view.y;
  const line = (from: number, to: number) => {
    const [x1, y1, x2, y2] = [screenX(from), screenY(from), screenX(to), screenY(to)];
    if ((x1 < 0 && x2 < 0) || (y1 < 0 && y2 < 0)) return;
    if ((x1 > size.width && x2 > size.width) || (y1 > size.height && y2 > size.height)) return;
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  };
  const isQuick = isMoving || chosen >= 0;
  const step = isQuick ? 2 * Math.max(1, Math.ceil(pairs.length / 2 / QUICK_EDGES)) : 2;
  context.strokeStyle = inks.edge;
  context.lineWidth = Math.min(1, Math.max(0.3, view.scale));
  context.globalAlpha = chosen < 0 && found === null ? 0.5 : 0.12;
  context.beginPath();
  for (let at = 0; at < pairs.length; at += step) line(pairs[at] ?? 0, pairs[at + 1] ?? 0);
  context.stroke();
  context.globalAlpha = 1;
  if (chosen < 0) return;
  context.strokeStyle = inks.accent;
  context.beginPath();
  for (const other of scene.neighbours[chosen] ?? []) line(chosen, other);
  context.stroke();
}

/** Notes are discs, tags squares, people diamonds: the kind is never told by colour alone. */
function drawNodes(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  size: Size,
  inks: Inks,
  only: ReadonlySet<number> | null,
): void {
  const all = only ?? scene.byRank;
  const inkOf = (at: number) => {
    const node = scene.nodes[at];
    const own = node && inks.colours.get(node.id);
    return own ?? (node?.kind === "tag" ? inks.tag : node?.kind === "person" ? inks.person : inks.quiet);
  };
  for (const ink of new Set(Array.from(all, inkOf))) {
    context.beginPath();
    for (const at of all) {
      const kind = scene.nodes[at]?.kind;
      if (inkOf(at) !== ink) continue;
      const [x, y] = toScreen(view, scene.x(at), scene.y(at));
      const r = radius(scene, view, at);
      if (x < -r || y < -r || x > size.width + r || y > size.height + r) continue;
      if (kind === "note") {
        context.moveTo(x + r, y);
        context.arc(x, y, r, 0, 2 * Math.PI);
      } else if (kind === "tag") context.rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76);
      else diamond(context, x, y, r * 1.25);
    }
    context.fillStyle = ink;
    context.fill();
  }
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  context.moveTo(x, y - r);
  context.lineTo(x + r, y);
  context.lineTo(x, y + r);
  context.lineTo(x - r, y);
  context.closePath();
}

const radius = (scene: Scene, view: View, at: number) =>
  Math.max(1.2, scene.radius(at) * Math.min(1.6, Math.max(view.scale, 0.35)));

function drawMarks(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  inks: Inks,
  marks: Marks,
): void {
  if (marks.centre >= 0) {
    const [x, y] = toScreen(view, scene.x(marks.centre), scene.y(marks.centre));
    context.fillStyle = inks.accent;
    context.beginPath();
    context.arc(x, y, radius(scene, view, marks.centre) + 1, 0, 2 * Math.PI);
    context.fill();
  }
  if (marks.chosen < 0) return;
  const [x, y] = toScreen(view, scene.x(marks.chosen), scene.y(marks.chosen));
  context.strokeStyle = inks.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, radius(scene, view, marks.chosen) + 3.5, 0, 2 * Math.PI);
  context.stroke();
}

function drawLabels(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: View,
  size: Size,
  inks: Inks,
  marks: Marks,
  near: ReadonlySet<number> | null,
): void {
  context.font = `12px ${inks.font}`;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.strokeStyle = inks.paper;
  context.lineWidth = 3;
  const first = [marks.chosen, marks.centre].filter((at) => at >= 0);
  const few = scene.nodes.length <= FEW;
  const rest = near ? [...near] : few || view.scale >= LABELS_FROM ? scene.byRank : scene.byRank.slice(0, 12);
  const disc = (at: number): Disc => {
    const [x, y] = toScreen(view, scene.x(at), scene.y(at));
    return { x, y, r: radius(scene, view, at) };
  };
  const wanted = [...new Set([...first, ...rest])].filter((at) => isWithin(disc(at), size));
  const words = wanted.slice(0, MOST_LABELS).map((at) => {
    const label = labelOf(scene.nodes[at]?.label ?? "");
    return { at, label, disc: disc(at), width: context.measureText(label).width, isSure: first.includes(at) };
  });
  const others = scene.nodes.length <= MOST_OBSTACLES ? scene.byRank.map(disc) : [];
  for (const { of, x, top } of placed(words, others, size)) {
    context.strokeText(of.label, x, top);
    context.fillStyle = of.at === marks.chosen || of.at === marks.centre ? inks.ink : inks.quiet;
    context.fillText(of.label, x, top);
  }
}

const isWithin = ({ x, y }: Disc, { width, height }: Size) => x >= 0 && y >= 0 && x <= width && y <= height;
