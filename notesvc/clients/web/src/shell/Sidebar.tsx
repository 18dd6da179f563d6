/** The way to everything: search, start and journal above, then favourites, recents, the folder tree and tags, places below. */
import {
  IconCalendar,
  IconChartDots3,
  IconFolderPlus,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconPencilPlus,
  IconReportAnalytics,
  IconSearch,
  IconTrash,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { useShared } from "../state/collaborators";
import { useFavourites } from "../state/favourites";
import { useRecents } from "../state/recents";
import { IconAct, type IconType } from "../ui/IconAct";
import { Link } from "../ui/Link";
import { isComing } from "../ui/States";
import { BellPlace } from "./BellPlace";
import { runCommand, shown } from "./commands";
import { layout } from "./layout";
import { FavouriteSection, RecentSection } from "./NoteSections";
import { Resizer } from "./Resizer";
import { Section } from "./Section";
import { TagSection } from "./TagSection";
import { Tree } from "./tree/Tree";
import { UserMenu } from "./UserMenu";
import "./sidebar.css";

interface Props {
  bell: ReactNode;
  /** Notes of others, between the user's own lists and the tree. */
  shared: ReactNode;
  isDrawer: boolean;
}

export function Sidebar({ bell, shared, isDrawer }: Props) {
  const place = useRef<HTMLElement>(null);
  useDrawerFocus(place, isDrawer);
  return (
    <nav
      ref={place}
      id="sidebar"
      className={isDrawer ? "sidebar is-drawer" : "sidebar"}
      aria-label={t("shell.navigation")}
    >
      <Head bell={bell} isDrawer={isDrawer} />
      <ul className="sidebar-places">
        <li>
          <button type="button" className="sidebar-place" onClick={() => runCommand("shell.palette")}>
            <IconSearch size={16} stroke={1.6} />
            <span>{t("shell.search")}</span>
            <kbd>{shown("mod+k")}</kbd>
          </button>
        </li>
        <Place href={to.home} name={t("shell.home")} icon={IconHome} />
        <Place href={to.journal()} name={t("shell.journal")} icon={IconCalendar} />
      </ul>
      <Scroller shared={shared} />
      <div className="sidebar-foot">
        <FootPlace href={to.people} name={t("shell.people")} icon={IconUsers} />
        <FootPlace href={to.graph} name={t("shell.graph")} icon={IconChartDots3} />
        <FootPlace href={to.reports} name={t("shell.reports")} icon={IconReportAnalytics} />
        <FootPlace href={to.publicLinks} name={t("sharing.links.title")} icon={IconWorld} />
        <FootPlace href={to.trash} name={t("shell.trash")} icon={IconTrash} />
      </div>
      {!isDrawer && <Resizer />}
    </nav>
  );
}

function Head({ bell, isDrawer }: Pick<Props, "bell" | "isDrawer">) {
  return (
    <div className="sidebar-head">
      <UserMenu />
      {!isDrawer && <BellPlace bell={bell} />}
      <IconAct name={t("shell.newNote")} icon={IconPencilPlus} run={() => runCommand("shell.newNote")} />
      <IconAct
        name={t("shell.closeSidebar")}
        icon={IconLayoutSidebarLeftCollapse}
        run={() => layout.change(isDrawer ? { drawer: false } : { sidebar: false })}
      />
    </div>
  );
}

/** All that scrolls together; the tree is told how far down it begins. */
function Scroller({ shared }: Pick<Props, "shared">) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  // Each list would push what stands below it when it comes.
  const areComing = [useFavourites(), useRecents(), useShared()].some(isComing);
  useLayoutEffect(() => {
    const element = before.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setMargin(element.offsetHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={areComing ? "sidebar-scroller is-coming" : "sidebar-scroller"} ref={scroller}>
      <div ref={before}>
        <FavouriteSection />
        <RecentSection />
        {shared}
      </div>
      <Section
        id="notes"
        name={t("shell.notes")}
        action={{
          name: t("shell.newFolder"),
          icon: IconFolderPlus,
          run: () => runCommand("shell.newFolder"),
        }}
      >
        {/* The heading of the section is a row, too. */}
        <TreeBelow scroller={scroller} margin={margin} />
      </Section>
      <TagSection />
    </div>
  );
}

function TreeBelow({ scroller, margin }: { scroller: { current: HTMLElement | null }; margin: number }) {
  const place = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(margin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above has another height
  useLayoutEffect(() => {
    const outer = scroller.current;
    if (!place.current || !outer) return;
    setTop(place.current.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop);
  }, [scroller, margin]);
  return (
    <div ref={place}>
      <Tree scroller={scroller} margin={top} />
    </div>
  );
}

interface PlaceProps {
  href: string;
  name: string;
  icon: IconType;
}

function useIsHere(href: string): boolean {
  const [path] = useLocation();
  const search = useSearch();
  const [place, asked] = href.split("?");
  if (asked) return path === place && search === asked;
  return path === href || path.startsWith(`${href}/`);
}

function Place({ href, name, icon: Icon }: PlaceProps) {
  const isHere = useIsHere(href);
  return (
    <li>
      <Link href={href} className="sidebar-place" aria-current={isHere ? "page" : undefined}>
        <Icon size={16} stroke={1.6} />
        <span>{name}</span>
      </Link>
    </li>
  );
}

function FootPlace({ href, name, icon: Icon }: PlaceProps) {
  const isHere = useIsHere(href);
  return (
    <Link
      href={href}
      className="sidebar-foot-place"
      aria-label={name}
      title={name}
      aria-current={isHere ? "page" : undefined}
    >
      <Icon size={18} stroke={1.6} />
    </Link>
  );
}

/** The drawer takes the focus when it opens, closes on Escape, and gives the focus back to what opened it. */
function useDrawerFocus(place: { current: HTMLElement | null }, isDrawer: boolean): void {
  useEffect(() => {
    if (!isDrawer) return;
    place.current?.querySelector<HTMLElement>("button, a")?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // What lies over the drawer closes first.
      const from = event.target as Element;
      if (!place.current?.contains(from) || from.closest("[role=menu]")) return;
      layout.change({ drawer: false });
    };
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onKey);
      if (place.current?.contains(document.activeElement) || document.activeElement === document.body)
        setTimeout(() =>
          (
            document.getElementById("note-drawer-opener") ?? document.getElementById("drawer-opener")
          )?.focus(),
        );
    };
  }, [isDrawer, place]);
}
