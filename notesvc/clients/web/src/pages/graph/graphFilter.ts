/** Which part of the graph is shown: by kind, by folder, by tag, with or without what has no links. */
import type { FolderBranch, NoteMetadata } from "../../api";
import type { Graph } from "./cooccurrence";

export type Kind = "note" | "tag" | "person";
export type Node = Graph["nodes"][number];

export interface GraphFilter {
  kinds: Record<Kind, boolean>;
  orphans: boolean;
  /** A folder with those below it. */
  folder: string | null;
  /** A tag with those below it. */
  tag: string | null;
}

export const ALL: GraphFilter = {
  kinds: { note: true, tag: true, person: true },
  orphans: true,
  folder: null,
  tag: null,
};

export const isAll = (filter: GraphFilter): boolean => JSON.stringify(filter) === JSON.stringify(ALL);

type Part = Pick<Graph, "nodes" | "edges">;

export function filtered(
  graph: Graph,
  filter: GraphFilter,
  notes: readonly NoteMetadata[],
  folders: readonly FolderBranch[],
): Part {
  if (isAll(filter)) return graph;
  const fits = noteTest(graph, filter, notes, folders);
  let nodes = graph.nodes.filter(
    (node) => filter.kinds[node.kind] && (node.kind !== "note" || fits(node.id)),
  );
  let edges = among(nodes, graph.edges);
  const isNarrowed = filter.folder !== null || filter.tag !== null;
  if (isNarrowed || !filter.orphans) {
    const linked = new Set(edges.flatMap((edge) => [edge.source, edge.target]));
    // Tags and people stand in a narrowed graph only for the notes that are in it.
    nodes = nodes.filter((node) => linked.has(node.id) || (filter.orphans && node.kind === "note"));
    edges = among(nodes, edges);
  }
  return { nodes, edges };
}

function among(nodes: readonly Node[], edges: Graph["edges"]): Graph["edges"] {
  const ids = new Set(nodes.map((node) => node.id));
  return edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target));
}

function noteTest(
  graph: Graph,
  filter: GraphFilter,
  notes: readonly NoteMetadata[],
  folders: readonly FolderBranch[],
) {
  const inFolder = filter.folder === null ? null : notesIn(filter.folder, notes, folders);
  const tagged = filter.tag === null ? null : notesTagged(filter.tag, graph);
  return (id: string) => (inFolder?.has(id) ?? true) && (tagged?.has(id) ?? true);
}

function notesIn(
  folder: string,
  notes: readonly NoteMetadata[],
  folders: readonly FolderBranch[],
): Set<string> {
  const within = new Set([folder]);
  // The tree comes depth first, so that a parent is always met before its children.
  for (const each of folders) if (each.parentId !== null && within.has(each.parentId)) within.add(each.id);
  return new Set(
    notes.flatMap((note) => (note.parentId !== null && within.has(note.parentId) ? [note.id] : [])),
  );
}

function notesTagged(tag: string, graph: Graph): Set<string> {
  const isIt = (id: string) => id === `tag:${tag}` || id.startsWith(`tag:${tag}/`);
  return new Set(
    graph.edges.flatMap((edge) => (edge.kind === "tag" && isIt(edge.target) ? [edge.source] : [])),
  );
}

/** The nodes whose name holds the words; undefined where nobody looks for anything. */
export function foundIn(nodes: readonly Node[], words: string): ReadonlySet<string> | undefined {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return undefined;
  return new Set(nodes.flatMap((node) => (node.label.toLowerCase().includes(wanted) ? [node.id] : [])));
}

export interface ListedNode extends Node {
  links: number;
}

/** The nodes with how many links each has, the most linked first. */
export function listed({ nodes, edges }: Part): ListedNode[] {
  const links = new Map<string, number>();
  for (const { source, target } of edges) {
    links.set(source, (links.get(source) ?? 0) + 1);
    links.set(target, (links.get(target) ?? 0) + 1);
  }
  return nodes
    .map((node) => ({ ...node, links: links.get(node.id) ?? 0 }))
    .sort((one, other) => other.links - one.links || one.label.localeCompare(other.label));
}
