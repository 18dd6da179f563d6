/** Every key that stands for a command here, by what it is about. */

import { t } from "../i18n";
import { type Command, shown, useAllCommands } from "../shell/commands";
import { keysOfText } from "../shell/textKeys";

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
      <Rows name={t("shell.keys.text")} rows={keysOfText()} />
      <p className="settings-hint">{t("settings.shortcuts.palette")}</p>
    </>
  );
}

function Group({ group, commands }: { group: Command["group"]; commands: Command[] }) {
  const rows = commands.map(({ name, keys }): [string, string] => [name, shown(keys ?? "")]);
  return <Rows name={t(`settings.shortcuts.groups.${group}`)} rows={rows} />;
}

function Rows({ name, rows }: { name: string; rows: [string, string][] }) {
  return (
    <section>
      <h2>{name}</h2>
      <ul className="settings-rows">
        {rows.map(([what, keys]) => (
          <li key={`${what} ${keys}`} className="shortcut">
            <span>{what}</span>
            <kbd>{keys}</kbd>
          </li>
        ))}
      </ul>
    </section>
  );
}
