/** Sidebar beside the page; on a narrow screen a drawer over it. */
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { useEvents } from "../events/useEvents";
import { t } from "../i18n";
import { useIsAway } from "../state/connectivity";
import { watchFreshness } from "../state/freshness";
import { isSignedOut, onSignedOut } from "../state/session";
import { useHasBegun } from "../touch";
import { lazyPart } from "../ui/lazyPart";
import { useIsNarrow } from "../ui/narrow";
import { useAppIdle, whenAppIdle } from "./appIdle";
import { runByKey } from "./commands";
import { useFocusOnNavigate } from "./focusOnNavigate";
import { useGlobalCommands } from "./global";
import { keepLastNote } from "./lastNote";
import { layout, useLayout } from "./layout";
import { overlay, useOverlay } from "./overlay";
import { fetchPressed } from "./pressed";
import { Sidebar } from "./Sidebar";
import { SlimBar, TopBar } from "./TopBar";
import { readTree } from "./tree/tree";
import "./frame.css";

const Palette = lazyPart(() => import("./palette/Palette"));
const KeyList = lazyPart(() => import("./KeyList"));
/** What the frame shows of parts that it does not know. */
interface Props {
  bell: ReactNode;
  /** Notes of others, in the sidebar. */
  shared: ReactNode;
  /** Above the page, once the app is at rest. */
  banners: ReactNode;
  /** Over the page, when the session has ended. */
  signIn: ReactNode;
  /** Over the page, where it is asked for. */
  over: ReactNode;
  children: ReactNode;
}

export function Frame({ bell, shared, banners, signIn, over, children }: Props) {
  const { sidebar, sidebarWidth, drawer } = useLayout();
  const isNarrow = useIsNarrow();
  const isOut = useSyncExternalStore(onSignedOut, isSignedOut);
  const place = useRef<HTMLDivElement>(null);
  const isIdle = useAppIdle();
  useFocusOnNavigate(place);
  useGlobalCommands();
  useKeys();
  useTurning();
  useEffect(watchFreshness, []);
  useEffect(fetchPressed, []);
  useTreeAhead();
  useEvents();
  const isShown = isNarrow ? drawer : sidebar;
  const isCovered = isNarrow && drawer;
  return (
    <div className="frame" style={{ "--sidebar-width": `${sidebarWidth}px` }}>
      <button type="button" className="skip-link" onClick={() => skipTo(place.current)}>
        {t("shell.skip")}
      </button>
      {isNarrow && <TopBar bell={bell} isInert={isCovered} />}
      {!isShown && !isNarrow && <SlimBar bell={bell} />}
      {isShown && <Sidebar bell={bell} shared={shared} isDrawer={isNarrow} />}
      {isCovered && (
        <div className="frame-shade" onClick={() => layout.change({ drawer: false })} aria-hidden="true" />
      )}
      <div className="frame-page" ref={place} inert={isCovered}>
        <Away />
        <Suspense fallback={null}>{isIdle && banners}</Suspense>
        <div className="frame-main">{children}</div>
      </div>
      <Suspense fallback={null}>
        <Overlays />
        {over}
        {isOut && signIn}
      </Suspense>
    </div>
  );
}

function Overlays() {
  const shown = useOverlay();
  if (shown === "palette") return <Palette onClose={overlay.close} />;
  if (shown === "beside") return <Palette isBeside onClose={overlay.close} />;
  if (shown === "keys") return <KeyList onClose={overlay.close} />;
  return null;
}

function Away() {
  const isAway = useIsAway();
  return <div role="status">{isAway && <p className="frame-away">{t("shell.away")}</p>}</div>;
}

/** What the drawer and the palette show is read before it is asked for. */
function useTreeAhead(): void {
  const hasBegun = useHasBegun();
  useEffect(() => (hasBegun ? whenAppIdle(readTree) : undefined), [hasBegun]);
}

/** Keys belong to the commands; one listener for all of them. */
function useKeys(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => void runByKey(event);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

/** Another page: the drawer in which it was chosen goes, and a note is remembered. */
function useTurning(): void {
  const [path] = useLocation();
  useEffect(() => {
    keepLastNote(path);
    if (layout.get().drawer) layout.change({ drawer: false });
  }, [path]);
}

function skipTo(place: HTMLElement | null): void {
  const main = place?.querySelector<HTMLElement>("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
}
