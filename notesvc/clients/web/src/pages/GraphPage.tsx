/** The whole workspace as a graph, or as a list of what is in it. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { t } from "../i18n";
import { colourOfHue, useColourKey } from "../sidePanel/graph/colours";
import { useFolders } from "../state/folders";
import { useNotes } from "../state/notes";
import { Choice } from "../ui/Choice";
import { FilterBox } from "../ui/FilterBox";
import { Empty, Shown } from "../ui/States";
import { type Graph, graphQuery } from "./graph/cooccurrence";
import { GraphFilterButton } from "./graph/GraphFilterButton";
import { ALL, filtered, foundIn } from "./graph/graphFilter";
import { addressOf, NodeList } from "./graph/NodeList";
import { NewNote } from "./NewNote";
import "./graph/graph-page.css";

const GraphCanvas = lazy(async () => ({
  default: (await import("../sidePanel/graph/GraphCanvas")).GraphCanvas,
}));

type Look = "graph" | "list";

/** Colours that the key names; the others are less common. */
const MOST_SOURCES = 10;

export default function GraphPage() {
  const graph = useQuery(graphQuery);
  return (
    <main className="graph-page">
      {graph.data && graph.data.nodes.length > 0 ? (
        <Workspace graph={graph.data} />
      ) : (
        <div className="page">
          <h1>{t("pages.graph.title")}</h1>
          <div>
            <Shown query={graph}>
              {() => (
                <Empty title={t("pages.graph.emptyTitle")}>
                  <p>{t("pages.graph.empty")}</p>
                  <NewNote />
                </Empty>
              )}
            </Shown>
          </div>
        </div>
      )}
    </main>
  );
}

function Workspace({ graph }: { graph: Graph }) {
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState(ALL);
  const [look, setLook] = useState<Look>("graph");
  const notes = useNotes().data;
  const folders = useFolders().data;
  const part = useMemo(
    () => filtered(graph, filter, notes ?? [], folders ?? []),
    [graph, filter, notes, folders],
  );
  const looked = useDeferredValue(words);
  const found = useMemo(() => foundIn(part.nodes, looked), [part, looked]);
  return (
    <>
      <div className="graph-bar">
        <h1>{t("pages.graph.title")}</h1>
        <FilterBox value={words} onChange={setWords} label={t("pages.graph.find")} />
        <span className="sr-status" role="status">
          {found
            ? t("pages.graph.found", { count: found.size })
            : t("pages.graph.count", { count: part.nodes.length })}
        </span>
        <span className="graph-space" />
        <Choice
          label={t("pages.graph.look")}
          value={look}
          onChange={setLook}
          options={[
            ["graph", t("pages.graph.title")],
            ["list", t("pages.graph.list")],
          ]}
        />
        <GraphFilterButton filter={filter} onChange={setFilter} />
      </div>
      {graph.truncated && (
        <p className="graph-notice">{t("pages.graph.truncated", { count: graph.nodes.length })}</p>
      )}
      <div className="graph-place">
        {look === "list" ? (
          <div className="page">
            <div>
              <NodeList part={part} found={found} />
            </div>
          </div>
        ) : (
          <Drawn part={part} found={found} />
        )}
      </div>
      {look === "graph" && <Signs nodes={part.nodes} />}
    </>
  );
}

function Drawn({
  part,
  found,
}: {
  part: ReturnType<typeof filtered>;
  found: ReadonlySet<string> | undefined;
}) {
  const [, go] = useLocation();
  if (part.nodes.length === 0)
    return (
      <div className="page">
        <p className="lead">{t("pages.nothingFits")}</p>
      </div>
    );
  return (
    <Suspense fallback={null}>
      <GraphCanvas
        nodes={part.nodes}
        edges={part.edges}
        found={found}
        onOpen={(node) => go(addressOf(node))}
      />
    </Suspense>
  );
}

/** What the shapes stand for, and the colours of notes: a folder's, or a tag's that has one. */
function Signs({ nodes }: { nodes: Graph["nodes"] }) {
  const sources = useColourKey(nodes);
  return (
    <p className="graph-key" aria-hidden>
      <span>● {t("pages.graph.kinds.note")}</span>
      <span>■ {t("pages.graph.kinds.tag")}</span>
      <span>◆ {t("pages.graph.kinds.person")}</span>
      {sources.slice(0, MOST_SOURCES).map(({ kind, name, hue }) => (
        <span key={`${kind} ${name} ${hue}`} className="graph-key-source">
          <span className="graph-key-colour" style={{ background: colourOfHue(hue) }} />
          <bdi>{kind === "tag" ? `#${name}` : name}</bdi>
        </span>
      ))}
      {sources.length > MOST_SOURCES && <span>+{sources.length - MOST_SOURCES}</span>}
    </p>
  );
}
