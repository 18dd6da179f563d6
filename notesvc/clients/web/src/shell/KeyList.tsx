/** All keys, by what they are for. */
import { t } from "../i18n";
import { Dialog } from "../ui/Dialog";
import { type Command, shown, useAllCommands } from "./commands";
import "./key-list.css";
import { keysOfText } from "./textKeys";

const GROUPS: Command["group"][] = ["go", "create", "note", "view", "workspace"];

export default function KeyList({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands();
  return (
    <Dialog size="lg" onClose={onClose} title={t("shell.keys.title")}>
      <div className="key-list">
        {GROUPS.map((group) => (
          <Group
            key={group}
            name={t(`shell.keys.${group}`)}
            commands={commands.filter((one) => one.group === group)}
          />
        ))}
        <Fixed name={t("shell.keys.text")} keys={keysOfText()} />
        <Fixed name={t("shell.tree.name")} keys={keysOfTree()} />
      </div>
    </Dialog>
  );
}

function Group({ name, commands }: { name: string; commands: Command[] }) {
  const keys = new Map<string, string[]>();
  for (const { name, keys: some } of commands) if (some) keys.set(name, [...(keys.get(name) ?? []), some]);
  if (keys.size === 0) return null;
  return (
    <section>
      <h2>{name}</h2>
      <dl>
        {[...keys].map(([what, some]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {some.map((each) => (
                <kbd key={each}>{shown(each)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const keysOfTree = (): [string, string][] => [
  [t("shell.keys.open"), "Enter"],
  [t("common.rename"), "F2"],
  [t("shell.tree.trash"), "Delete"],
  [t("shell.keys.moveAmong"), `${shown("alt+ArrowUp")} ${shown("alt+ArrowDown")}`],
  [t("shell.keys.nest"), `${shown("alt+→")} ${shown("alt+←")}`],
  [t("shell.keys.choose"), shown("mod+Space")],
  [t("shell.keys.menu"), shown("shift+F10")],
];

function Fixed({ name, keys }: { name: string; keys: [string, string][] }) {
  return (
    <section>
      <h2>{name}</h2>
      <dl>
        {keys.map(([what, key]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
