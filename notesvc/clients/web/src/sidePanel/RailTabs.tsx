/** Which part of the rail is shown. Arrow keys go from one to the next. */
import {
  type Icon,
  IconAffiliate,
  IconHistory,
  IconInfoCircle,
  IconLink,
  IconListTree,
  IconMessageQuestion,
} from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { t } from "../i18n";
import { type Command, useCommands } from "../shell/commands";
import { type Layout, layout } from "../shell/layout";
import { useAiReady } from "../state/ai";

type Tab = Layout["railTab"];

const TABS: readonly { tab: Tab; icon: Icon }[] = [
  { tab: "outline", icon: IconListTree },
  { tab: "links", icon: IconLink },
  { tab: "versions", icon: IconHistory },
  { tab: "graph", icon: IconAffiliate },
  { tab: "ask", icon: IconMessageQuestion },
  { tab: "info", icon: IconInfoCircle },
];

/** The parts that there are: nobody is asked where no model is set up. */
function useTabs(): typeof TABS {
  const canAsk = useAiReady(false);
  return canAsk ? TABS : TABS.filter(({ tab }) => tab !== "ask");
}

export function RailTabs({ tab: chosen }: { tab: Tab }) {
  const tabs = useTabs();
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextTab(tabs, chosen, event.key);
    if (next === null) return;
    event.preventDefault();
    layout.change({ railTab: next });
    event.currentTarget.querySelector<HTMLElement>(`#rail-tab-${next}`)?.focus();
  };
  return (
    <div className="rail-tabs" role="tablist" aria-label={t("sidePanel.rail")} onKeyDown={byKey}>
      {tabs.map(({ tab, icon: Icon }) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`rail-tab-${tab}`}
          aria-controls="rail-panel"
          aria-selected={tab === chosen}
          aria-label={t(`sidePanel.tab.${tab}`)}
          title={t(`sidePanel.tab.${tab}`)}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => layout.change({ railTab: tab })}
        >
          <Icon size={17} stroke={1.6} aria-hidden />
        </button>
      ))}
    </div>
  );
}

/** The parts of the rail as commands. The note's page calls this, so that they are there while the rail is closed. */
export function useRailCommands(): void {
  const tabs = useTabs();
  useCommands(
    tabs.map(
      ({ tab }): Command => ({
        id: `view.rail.${tab}`,
        name: t("sidePanel.show", { what: t(`sidePanel.tab.${tab}`) }),
        group: "view",
        run: () => layout.change({ rail: true, railTab: tab }),
      }),
    ),
  );
}

function nextTab(tabs: typeof TABS, from: Tab, key: string): Tab | null {
  const isMirrored = document.documentElement.dir === "rtl";
  const steps: Record<string, number> = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 };
  const at = tabs.findIndex(({ tab }) => tab === from);
  if (key === "Home") return tabs[0]?.tab ?? null;
  if (key === "End") return tabs.at(-1)?.tab ?? null;
  const step = steps[key];
  return step === undefined ? null : (tabs[(at + step + tabs.length) % tabs.length]?.tab ?? null);
}
