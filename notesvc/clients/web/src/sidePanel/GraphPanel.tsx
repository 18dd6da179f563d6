/** What the note is linked with, one or two steps away: as a drawing, or as a list. */
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { answer, api, type Schemas } from "../api";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { Link } from "../ui/Link";
import { Unready } from "../ui/States";
import type { GraphNode } from "./graph/scene";
import "./links/links.css";

const GraphCanvas = lazy(() =>
  import("./graph/GraphCanvas").then((module) => ({ default: module.GraphCanvas })),
);

const MOST = 150;

const graphQuery = (noteId: string, depth: number) =>
  queryOptions({
    queryKey: ["graph", noteId, depth],
    queryFn: async ({ signal }): Promise<Schemas["GraphShape"]> => {
      const query = { noteId, depth, limit: MOST };
      return answer(api.GET("/api/workspace/graph", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** Where a node of a graph leads. */
export function placeOf(node: GraphNode): string {
  if (node.kind === "tag") return to.tag(node.id.replace(/^tag:/, ""));
  return node.kind === "person" ? to.person(node.id) : to.note(node.id);
}

export default function GraphPanel({ noteId }: { noteId: string }) {
  const [depth, setDepth] = useState(1);
  const [isList, setList] = useState(false);
  const [, go] = useLocation();
  const { data, error, refetch } = useQuery(graphQuery(noteId, depth));
  if (!data) return <Unready rows={4} error={error} retry={() => void refetch()} />;
  if (data.nodes.length < 2) return <p className="rail-said">{t("sidePanel.graph.empty")}</p>;
  return (
    <div className="graph-panel">
      <div className="rail-tools">
        <Choice name={t("sidePanel.graph.near")} isOn={depth === 1} onClick={() => setDepth(1)} />
        <Choice name={t("sidePanel.graph.far")} isOn={depth === 2} onClick={() => setDepth(2)} />
        <span className="rail-tools-space" />
        <Choice name={t("sidePanel.graph.list")} isOn={isList} onClick={() => setList(!isList)} />
      </div>
      {isList ? (
        <List nodes={data.nodes.filter((node) => node.id !== noteId)} />
      ) : (
        <div className="graph-room">
          <Suspense fallback={null}>
            <GraphCanvas
              nodes={data.nodes}
              edges={data.edges}
              centreId={noteId}
              onOpen={(node) => go(placeOf(node))}
            />
          </Suspense>
        </div>
      )}
      {data.truncated && (
        <p className="rail-said">{t("sidePanel.graph.truncated", { count: data.nodes.length })}</p>
      )}
      <Link className="rail-link" href={to.graph}>
        {t("sidePanel.graph.whole")}
      </Link>
    </div>
  );
}

function Choice({ name, isOn, onClick }: { name: string; isOn: boolean; onClick: () => void }) {
  return (
    <button type="button" className="rail-choice" aria-pressed={isOn} onClick={onClick}>
      {name}
    </button>
  );
}

function List({ nodes }: { nodes: readonly GraphNode[] }) {
  return (
    <ul className="rail-list">
      {nodes.map((node) => (
        <li key={node.id}>
          <Link href={placeOf(node)}>
            <bdi>{node.kind === "tag" ? `#${node.label}` : nameOfNote(node.label)}</bdi>
            {node.kind === "person" && <span className="rail-quiet"> {t("sidePanel.graph.person")}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
