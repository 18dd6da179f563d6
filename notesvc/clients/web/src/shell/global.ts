/** Commands that are there on every page. */
import { useLocation } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { useAiReady } from "../state/ai";
import { knownNote } from "../state/notes";
import { appearance } from "../theme/appearance";
import { isNarrow } from "../ui/narrow";
import { useAppIdle } from "./appIdle";
import { type Command, useCommands } from "./commands";
import { layout } from "./layout";
import type { Overlay } from "./overlay";
import { overlay } from "./overlay";
import { useActs } from "./tree/acts";

export function useGlobalCommands(): void {
  const [path, go] = useLocation();
  const acts = useActs();
  const canAsk = useAiReady(useAppIdle());
  const open = (what: Overlay) => () => overlay.open(what);
  const newNote: Command = {
    id: "shell.newNote",
    name: t("shell.newNote"),
    keys: "alt+n",
    group: "create",
    run: () => void acts.newNote(presentFolder(path)),
  };
  const newFolder = () => void acts.newFolder(presentFolder(path)).then((id) => id && go(to.folder(id)));
  const palette = { name: t("shell.palette"), keys: "mod+k", isHidden: true, run: open("palette") };
  useCommands([
    { id: "shell.palette", group: "go", ...palette },
    newNote,
    // Most browsers keep this one for themselves; an installed app gets it.
    { ...newNote, id: "shell.newNoteToo", keys: "mod+n", isHidden: true },
    { id: "shell.newFolder", name: t("shell.newFolder"), group: "create", run: newFolder },
    {
      id: "shell.sidebar",
      name: t("shell.sidebarCommand"),
      keys: "mod+b",
      group: "view",
      run: toggleSidebar,
    },
    { id: "shell.theme", name: t("shell.theme"), group: "view", run: toggleTheme },
    { id: "shell.keys", name: t("shell.keys.title"), keys: "?", group: "view", run: open("keys") },
    ...places(go),
    ...(canAsk ? [place("ask", t("shell.ask"), () => go(to.ask()))] : []),
  ]);
}

const place = (id: string, name: string, run: () => void): Command => ({
  id: `go.${id}`,
  name,
  group: "go",
  run,
});

function places(go: (href: string) => void): Command[] {
  const there = (id: string, name: string, href: string) => place(id, name, () => go(href));
  return [
    there("home", t("shell.home"), to.home),
    there("journal", t("shell.journal"), to.journal()),
    there("search", t("shell.searchCommand"), to.search()),
    there("recents", t("shell.recents"), to.recents),
    there("favourites", t("shell.favourites"), to.favourites),
    there("shared", t("sharing.shared.title"), to.shared),
    there("publicLinks", t("sharing.links.title"), to.publicLinks),
    there("notifications", t("notifications.title"), to.notifications),
    there("tags", t("shell.tags"), to.tags),
    there("people", t("shell.people"), to.people),
    there("graph", t("shell.graph"), to.graph),
    there("reports", t("shell.reports"), to.reports),
    there("trash", t("shell.trash"), to.trash),
    there("import", t("shell.import"), to.import),
    there("settings", t("shell.settings"), to.settings()),
  ];
}

/** The folder that a new note belongs to: the one that is shown, or the one of the note that is. */
export function presentFolder(path: string): string | null {
  const [, kind, id] = path.split("/");
  if (!id) return null;
  if (kind === "folders") return id;
  return kind === "notes" ? (knownNote(id)?.parentId ?? null) : null;
}

function toggleSidebar(): void {
  const { sidebar, drawer } = layout.get();
  layout.change(isNarrow() ? { drawer: !drawer } : { sidebar: !sidebar });
}

/** From what is seen now to the other one. */
function toggleTheme(): void {
  const isDark = document.documentElement.dataset.mantineColorScheme === "dark";
  appearance.change({ scheme: isDark ? "light" : "dark" });
}
