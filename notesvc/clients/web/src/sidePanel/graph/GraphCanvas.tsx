/** Notes, tags and people with their links, to look at, to move in, and to open from. */
import { IconFocusCentered, IconMinus, IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import { useHues } from "./colours";
import type { GraphEdge, GraphNode } from "./scene";
import { Stage } from "./stage";
import "./graph.css";

interface Props {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** The node that the graph is about; it stays in the middle. */
  centreId?: string;
  /** What somebody looks for: the rest steps back. */
  found?: ReadonlySet<string>;
  onOpen: (node: GraphNode) => void;
}

export function GraphCanvas({ nodes, edges, centreId, found, onOpen }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(null);
  const [said, setSaid] = useState("");
  const hues = useHues();
  const open = useRef(onOpen);
  open.current = onOpen;
  useEffect(() => {
    if (!canvas.current) return;
    const there = new Stage(canvas.current, {
      onOpen: (node) => open.current(node),
      onChoose: (node, links) =>
        setSaid(
          node
            ? t("sidePanel.graph.node", {
                label: node.label,
                kind: t(`sidePanel.graph.${node.kind}`),
                count: links,
              })
            : "",
        ),
    });
    stage.current = there;
    return followed(canvas.current, there);
  }, []);
  useEffect(() => stage.current?.show(nodes, edges, centreId), [nodes, edges, centreId]);
  useEffect(() => stage.current?.recolour(hues), [hues]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another graph has other places for what is found
  useEffect(() => stage.current?.find(found), [found, nodes, edges]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !stage.current?.key(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="graph">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the graph takes keys of its own */}
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={t("sidePanel.graph.label")}
        onKeyDown={onKeyDown}
      />
      <div className="graph-tools">
        <Tool name={t("sidePanel.graph.nearer")} icon={IconPlus} onClick={() => stage.current?.zoom(1.4)} />
        <Tool
          name={t("sidePanel.graph.further")}
          icon={IconMinus}
          onClick={() => stage.current?.zoom(1 / 1.4)}
        />
        <Tool name={t("sidePanel.graph.all")} icon={IconFocusCentered} onClick={() => stage.current?.fit()} />
      </div>
      <div className="sr-only" aria-live="polite">
        {said}
      </div>
    </div>
  );
}

function Tool({ name, icon: Icon, onClick }: { name: string; icon: typeof IconPlus; onClick: () => void }) {
  return (
    <button type="button" aria-label={name} title={name} onClick={onClick}>
      <Icon size={16} stroke={1.6} aria-hidden />
    </button>
  );
}

/** Lets the stage follow the canvas; answers how to stop. */
function followed(canvas: HTMLCanvasElement, stage: Stage): () => void {
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    stage.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY);
  };
  const on: [keyof HTMLElementEventMap, (event: never) => void][] = [
    ["wheel", wheel],
    ["pointerdown", (event: PointerEvent) => stage.pressed(event)],
    ["pointermove", (event: PointerEvent) => stage.pulled(event)],
    ["pointerup", (event: PointerEvent) => stage.released(event)],
    ["pointercancel", (event: PointerEvent) => stage.released(event)],
    ["pointerleave", () => stage.left()],
  ];
  for (const [name, listener] of on)
    canvas.addEventListener(name, listener as EventListener, { passive: false });
  const sized = new ResizeObserver(() => stage.resize());
  sized.observe(canvas);
  const looks = new MutationObserver(() => stage.recolour());
  looks.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-mantine-color-scheme", "style"],
  });
  return () => {
    for (const [name, listener] of on) canvas.removeEventListener(name, listener as EventListener);
    sized.disconnect();
    looks.disconnect();
    stage.leave();
  };
}
