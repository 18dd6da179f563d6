/** What stands beside a note: outline, links, versions, graph, facts. On a narrow screen a sheet from below. */
import { IconX } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import type { SurfaceHandle } from "../editor/surface";
import { t, withWords } from "../i18n";
import type { OpenNote } from "../saving/document";
import { layout, useLayout } from "../shell/layout";
import { useIsNarrow } from "../ui/narrow";
import { Outline } from "./Outline";
import { RailTabs } from "./RailTabs";
import "./rail.css";

const LinksPanel = lazy(() => import("./links/LinksPanel"));
const VersionsPanel = lazy(() => import("./versions/VersionsPanel"));
const GraphPanel = lazy(() => import("./GraphPanel"));
const AskPanel = lazy(() => withWords(["ai"], () => import("./AskPanel")));
const InfoPanel = lazy(() => import("./InfoPanel"));

interface Props {
  noteId: string;
  open: OpenNote;
  surface: SurfaceHandle | null;
}

const close = () => layout.change({ rail: false });

export default function Rail({ noteId, open, surface }: Props) {
  const { railTab } = useLayout();
  const isNarrow = useIsNarrow();
  const rail = useRef<HTMLElement>(null);
  useSheet(isNarrow, rail);
  // A dialog is no aside: each is told by its own name.
  const Tag = isNarrow ? "div" : "aside";
  return (
    <>
      {isNarrow && <div className="rail-shade" onClick={close} aria-hidden="true" />}
      <Tag
        ref={rail as React.RefObject<HTMLDivElement>}
        className="rail"
        aria-label={t("sidePanel.rail")}
        {...(isNarrow && { role: "dialog", "aria-modal": true })}
      >
        <div className="rail-head">
          <RailTabs tab={railTab} />
          <button type="button" className="rail-close" aria-label={t("sidePanel.closeRail")} onClick={close}>
            <IconX size={16} stroke={1.6} aria-hidden />
          </button>
        </div>
        <div
          className="rail-panel"
          role="tabpanel"
          id="rail-panel"
          aria-labelledby={`rail-tab-${railTab}`}
          key={noteId}
        >
          <Suspense fallback={null}>
            {railTab === "outline" && (
              <Outline open={open} surface={surface} onGone={isNarrow ? close : undefined} />
            )}
            {railTab === "links" && <LinksPanel noteId={noteId} open={open} />}
            {railTab === "versions" && <VersionsPanel noteId={noteId} open={open} />}
            {railTab === "graph" && <GraphPanel noteId={noteId} />}
            {railTab === "ask" && <AskPanel noteId={noteId} />}
            {railTab === "info" && <InfoPanel noteId={noteId} open={open} />}
          </Suspense>
        </div>
      </Tag>
    </>
  );
}

/** As a sheet it holds the focus, goes on Escape, and gives the focus back. */
function useSheet(isSheet: boolean, rail: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isSheet) return;
    const before = document.activeElement;
    rail.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
    const onKey = (event: KeyboardEvent) => {
      // A window that was opened from here takes its own Escape.
      const isHere = event.target instanceof Node && rail.current?.contains(event.target);
      if (event.key === "Escape" && isHere && !event.defaultPrevented) close();
      if (event.key === "Tab") keepWithin(rail.current, event);
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isSheet, rail]);
}

const REACHED = "a[href], button:not(:disabled), input:not(:disabled), summary, canvas, [tabindex='0']";

function keepWithin(rail: HTMLElement | null, event: KeyboardEvent): void {
  if (!rail?.contains(document.activeElement)) return;
  const all = [...rail.querySelectorAll<HTMLElement>(REACHED)].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility(),
  );
  const [first, last] = [all[0], all.at(-1)];
  if (event.shiftKey && document.activeElement === first) last?.focus();
  else if (!event.shiftKey && document.activeElement === last) first?.focus();
  else return;
  event.preventDefault();
}
