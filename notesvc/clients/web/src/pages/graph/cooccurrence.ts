/** What stands in the same notes as a tag or a person, and how often; read from the graph. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api";

export type Graph = Schemas["GraphShape"];

const NODES = 5_000;

/** The most linked notes, tags and people of the workspace with their links. */
export const graphQuery = queryOptions({
  queryKey: ["graph", "workspace"],
  queryFn: ({ signal }): Promise<Graph> =>
    answer(api.GET("/api/workspace/graph", { params: { query: { limit: NODES } }, signal })),
  staleTime: 60_000,
});

export interface Companion {
  id: string;
  label: string;
  /** In how many notes both are. */
  count: number;
}

/** Other nodes of the same kind in the notes of the node, the most frequent first. */
export function companions(graph: Graph, id: string, kind: "tag" | "person"): Companion[] {
  const edges = graph.edges.filter((edge) => edge.kind === kind);
  const notes = new Set(edges.filter((edge) => edge.target === id).map((edge) => edge.source));
  const shared = new Map<string, Set<string>>();
  for (const { source, target } of edges) {
    if (target === id || !notes.has(source)) continue;
    shared.set(target, (shared.get(target) ?? new Set()).add(source));
  }
  const labels = new Map(graph.nodes.map((node) => [node.id, node.label]));
  return [...shared]
    .map(([other, sources]) => ({ id: other, label: labels.get(other) ?? other, count: sources.size }))
    .sort((one, other) => other.count - one.count || one.label.localeCompare(other.label));
}
