/** A passkey in the list: name, whether it is synced, when it came and was used, and what can be done with it. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { t } from "../../i18n";
import { When } from "../../ui/When";
import type { Passkey } from "./passkeys";

export type PasskeyAction = "rename" | "remove";

interface Props {
  of: Passkey;
  onOpen: (what: PasskeyAction) => void;
}

export function PasskeyRow({ of: passkey, onOpen }: Props) {
  return (
    <li className="session">
      <div className="session-main">
        <div className="session-name passkey-name">
          <bdi>{passkey.name}</bdi>
        </div>
        <div className="session-facts">
          {passkey.isSynced ? (
            <span title={t("settings.security.passkeys.syncedHint")}>
              {t("settings.security.passkeys.synced")}
            </span>
          ) : (
            <span>{t("settings.security.passkeys.onOne")}</span>
          )}
          <span>
            {t("settings.security.passkeys.made")} <When at={passkey.createdAt} />
          </span>
          <LastUse at={passkey.lastUsedAt} />
        </div>
      </div>
      <PasskeyMenu of={passkey} onOpen={onOpen} />
    </li>
  );
}

function LastUse({ at }: { at: string | null }) {
  if (at === null) return <span>{t("settings.security.passkeys.neverUsed")}</span>;
  return (
    <span>
      {t("settings.security.passkeys.lastUsed")} <When at={at} />
    </span>
  );
}

function PasskeyMenu({ of: passkey, onOpen }: Props) {
  const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;
  const label = t("settings.security.passkeys.actions", { name: passkey.name });
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" data-passkey={passkey.id} aria-label={label}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onOpen("rename")}>
          {t("settings.security.passkeys.rename")}
        </Menu.Item>
        <Menu.Item
          color="var(--danger)"
          leftSection={<IconTrash {...icon} />}
          onClick={() => onOpen("remove")}
        >
          {t("settings.security.passkeys.remove")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
