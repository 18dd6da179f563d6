/** The page of a note: one pane, or two side by side, and what is around the one that is worked in. */
import { Suspense, useEffect, useMemo, useState } from "react";
import { useLocation, useParams, useSearch } from "wouter";
import { askedMatch, type Match, to } from "../addresses";
import type { SurfaceHandle } from "../editor/surface";
import { PrintCopy } from "../render/PrintCopy";
import { useNoteDocument, useOpenNote } from "../saving/useOpenNote";
import { useLayout } from "../shell/layout";
import { useRailCommands } from "../sidePanel/RailTabs";
import { lazyPart } from "../ui/lazyPart";
import { useIsNarrow } from "../ui/narrow";
import { besideOf, onBesideClick, withBeside } from "./beside";
import { NotePane } from "./NotePane";
import "./note-page.css";

const Rail = lazyPart(() => import("../sidePanel/Rail"));

export default function NotePage() {
  const { note: noteId = "" } = useParams();
  const search = useSearch();
  const [path, go] = useLocation();
  const isNarrow = useIsNarrow();
  const asked = besideOf(search);
  const beside = asked !== noteId && !isNarrow ? asked : null;
  const [active, setActive] = useState<string>(noteId);
  const [surfaces, setSurfaces] = useState<Record<string, SurfaceHandle | null>>({});
  const activeId = active === beside ? beside : noteId;
  const anchor = useHash();
  const match = useMemo(() => askedMatch(search), [search]);
  const panes = beside ? [noteId, beside] : [noteId];
  const closing = (id: string) => (beside ? () => go(to.note(id === noteId ? beside : noteId)) : undefined);
  return (
    <main
      className="note-page"
      data-panes={panes.length}
      onClickCapture={(event) => onBesideClick(event, (id) => go(withBeside(path, id)))}
    >
      {panes.map((id) => (
        <OnePane
          key={id}
          noteId={id}
          anchor={id === noteId ? anchor : ""}
          match={id === noteId ? match : null}
          isActive={id === activeId}
          onActive={() => setActive(id)}
          onSurface={(surface) =>
            setSurfaces((all) => (all[id] === surface ? all : { ...all, [id]: surface }))
          }
          onClose={closing(id)}
        />
      ))}
      <Around key={activeId} noteId={activeId} surface={surfaces[activeId] ?? null} />
    </main>
  );
}

interface PaneProps {
  noteId: string;
  anchor: string;
  match: Match | null;
  isActive: boolean;
  onActive: () => void;
  onSurface: (surface: SurfaceHandle | null) => void;
  onClose?: () => void;
}

function OnePane({ noteId, ...rest }: PaneProps) {
  const { document, view } = useNoteDocument(noteId);
  return <NotePane document={document} view={view} {...rest} />;
}

interface AroundProps {
  noteId: string;
  surface: SurfaceHandle | null;
}

function Around({ noteId, surface }: AroundProps) {
  const { rail } = useLayout();
  const open = useOpenNote(noteId);
  useRailCommands();
  return (
    <>
      {rail && open.note && (
        <Suspense fallback={null}>
          <Rail noteId={noteId} open={open} surface={surface} />
        </Suspense>
      )}
      <PrintCopy open={open} />
    </>
  );
}

/** The heading or block that the address names. */
function useHash(): string {
  const read = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  };
  const [hash, setHash] = useState(read);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address may have another anchor
  useEffect(() => {
    const follow = () => setHash(read());
    follow();
    // The router tells of its own steps by these names.
    const steps = ["hashchange", "pushState", "replaceState"];
    for (const step of steps) addEventListener(step, follow);
    return () => {
      for (const step of steps) removeEventListener(step, follow);
    };
  }, [path]);
  return hash;
}
