/** A key in the list: name, what it may do, when it was used, and what can be done with it. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconHistory, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../i18n";
import { until } from "../../i18n/dates";
import { When } from "../../ui/When";
import { type Key, rightsOf } from "./keys";

export type KeyAction = "activity" | "rotate" | "revoke";

export function KeyRow({ of: key, onOpen }: { of: Key; onOpen: (what: KeyAction) => void }) {
  return (
    <li className="key" data-state={key.state}>
      <div className="key-main">
        <div className="key-name">
          <bdi>{key.name}</bdi>
          <span className="key-state">{t(`settings.keys.states.${key.state}`)}</span>
        </div>
        <div className="key-facts">
          <code dir="ltr">{key.prefix}…</code>
          {key.kind === "device" && <span>{t("settings.keys.device")}</span>}
          <span>{t(`settings.keys.scopes.${rightsOf(key.scopes)}`)}</span>
          <span>
            <LastUse of={key} />
          </span>
          <span>
            <End of={key} />
          </span>
        </div>
      </div>
      <KeyMenu of={key} onOpen={onOpen} />
    </li>
  );
}

function LastUse({ of: key }: { of: Key }): ReactNode {
  if (key.lastUsedAt === null) return t("settings.keys.neverUsed");
  return (
    <>
      {t("settings.keys.lastUsed")} <When at={key.lastUsedAt} />
    </>
  );
}

function End({ of: key }: { of: Key }): ReactNode {
  if (key.revokedAt !== null) {
    return (
      <>
        {t("settings.keys.revokedOn")} <When at={key.revokedAt} />
      </>
    );
  }
  if (key.expiresAt === null) return t("settings.keys.neverExpires");
  if (key.state === "expired") {
    return (
      <>
        {t("settings.keys.expiredOn")} <When at={key.expiresAt} />
      </>
    );
  }
  return `${t("settings.keys.expiresOn")} ${until(key.expiresAt)}`;
}

function KeyMenu({ of: key, onOpen }: { of: Key; onOpen: (what: KeyAction) => void }) {
  const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          data-key={key.id}
          aria-label={t("settings.keys.actions", { name: key.name })}
        >
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t("settings.keys.actions", { name: key.name })}>
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => onOpen("activity")}>
          {t("settings.keys.activity")}
        </Menu.Item>
        {key.state === "active" && (
          <>
            <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => onOpen("rotate")}>
              {t("settings.keys.rotate")}
            </Menu.Item>
            <Menu.Item
              color="var(--danger)"
              leftSection={<IconTrash {...icon} />}
              onClick={() => onOpen("revoke")}
            >
              {t("settings.keys.revoke")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
