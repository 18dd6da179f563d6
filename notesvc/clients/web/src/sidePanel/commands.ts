/** The parts of the rail by name. The note's page calls this, so that they are there while the rail is closed. */

import { t } from "../i18n";
import { type Command, useCommands } from "../shell/commands";
import { layout } from "../shell/layout";
import { TABS } from "./RailTabs";

export function useRailCommands(): void {
  useCommands(
    TABS.map(
      ({ tab }): Command => ({
        id: `view.rail.${tab}`,
        name: t("sidePanel.show", { what: t(`sidePanel.tab.${tab}`) }),
        group: "view",
        run: () => layout.change({ rail: true, railTab: tab }),
      }),
    ),
  );
}
