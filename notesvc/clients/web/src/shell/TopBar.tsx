/** What stands in for the sidebar while it is away: a bar above on a narrow screen, a slim strip beside otherwise. */
import { IconLayoutSidebar, IconMenu2, IconPencilPlus, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../i18n";
import { IconAct } from "../ui/IconAct";
import { BellPlace } from "./BellPlace";
import { runCommand } from "./commands";
import { layout } from "./layout";

export function TopBar({ bell, isInert }: { bell: ReactNode; isInert: boolean }) {
  return (
    <header className="frame-top" inert={isInert}>
      <IconAct
        id="drawer-opener"
        name={t("shell.openSidebar")}
        icon={IconMenu2}
        run={() => layout.change({ drawer: true })}
      />
      <span className="frame-top-space" />
      <IconAct name={t("shell.palette")} icon={IconSearch} run={() => runCommand("shell.palette")} />
      <BellPlace bell={bell} />
      <IconAct name={t("shell.newNote")} icon={IconPencilPlus} run={() => runCommand("shell.newNote")} />
    </header>
  );
}

export function SlimBar({ bell }: { bell: ReactNode }) {
  return (
    <header className="frame-slim">
      <IconAct
        name={t("shell.openSidebar")}
        icon={IconLayoutSidebar}
        run={() => layout.change({ sidebar: true })}
      />
      <IconAct name={t("shell.palette")} icon={IconSearch} run={() => runCommand("shell.palette")} />
      <BellPlace bell={bell} />
      <IconAct name={t("shell.newNote")} icon={IconPencilPlus} run={() => runCommand("shell.newNote")} />
    </header>
  );
}
