/** Every key that stands for a command here, by what it is about. */

import { t } from "../i18n";
import { type Command, shown, useAllCommands } from "../shell/commands";

const GROUPS: Command["group"][] = ["go", "create", "note", "view", "workspace"];

export function ShortcutsSection() {
  const commands = useAllCommands().filter((command) => command.keys !== undefined);
  return (
    <>
      <p className="settings-lead">{t("settings.shortcuts.lead")}</p>
      {commands.length === 0 && <p>{t("settings.shortcuts.none")}</p>}
      {GROUPS.map((group) => {
        const those = commands.filter((command) => command.group === group);
        return those.length > 0 && <Group key={group} group={group} commands={those} />;
      })}
      <p className="settings-hint">{t("settings.shortcuts.palette")}</p>
    </>
  );
}

function Group({ group, commands }: { group: Command["group"]; commands: Command[] }) {
  return (
    <section>
      <h2>{t(`settings.shortcuts.groups.${group}`)}</h2>
      <ul className="settings-rows">
        {commands.map((command) => (
          <li key={command.id} className="shortcut">
            <span>{command.name}</span>
            <kbd>{shown(command.keys ?? "")}</kbd>
          </li>
        ))}
      </ul>
    </section>
  );
}
