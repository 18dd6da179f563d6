/** An account in the list: who it is, in what state, what it takes, and what can be done about it. */
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconDatabase,
  IconDots,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconMail,
  IconShield,
  IconShieldOff,
} from "@tabler/icons-react";
import { useLocation } from "wouter";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { size } from "../../i18n/sizes";
import { When } from "../../ui/When";
import type { Account } from "../admin";
import type { Deed } from "./ChangeDialog";

interface Props {
  of: Account;
  onOpen: (what: "quota" | Deed) => void;
}

export function UserRow({ of: user, onOpen }: Props) {
  return (
    <li className="user">
      <div className="user-main">
        <div className="user-name">
          <bdi>{user.name}</bdi>
          <span dir="ltr">@{user.handle}</span>
          {stateOf(user).map((state) => (
            <span key={state} className="user-state" data-state={state}>
              {t(`admin.users.states.${state}`)}
            </span>
          ))}
        </div>
        <div className="user-facts">
          <bdi>{user.email}</bdi>
          {!user.emailVerified && <span>{t("admin.users.unproven")}</span>}
          {user.hasSecondFactor && <span>{t("admin.users.secondFactor")}</span>}
          <span>{t("common.notes", { count: user.notes })}</span>
          <span>{room(user)}</span>
          <span>
            {user.lastSeenAt ? (
              <>
                {t("admin.users.seen")} <When at={user.lastSeenAt} />
              </>
            ) : (
              t("admin.users.notSeen")
            )}
          </span>
        </div>
      </div>
      <UserMenu of={user} onOpen={onOpen} />
    </li>
  );
}

function stateOf(user: Account): ("administrator" | "disabled" | "leaving")[] {
  return [
    ...(user.isAdmin ? (["administrator"] as const) : []),
    ...(user.disabledAt ? (["disabled"] as const) : []),
    ...(user.deletionAt ? (["leaving"] as const) : []),
  ];
}

function room(user: Account): string {
  if (user.quotaBytes === null) return t("admin.users.files", { size: size(user.attachmentBytes) });
  return t("admin.users.filesOf", { size: size(user.attachmentBytes), quota: size(user.quotaBytes) });
}

function UserMenu({ of: user, onOpen }: Props) {
  const [, go] = useLocation();
  const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;
  const name = t("admin.users.actions", { name: user.name });
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" data-user={user.id} aria-label={name}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={name}>
        <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => onOpen("reset")}>
          {t("admin.users.deeds.reset.verb")}
        </Menu.Item>
        <Menu.Item leftSection={<IconDatabase {...icon} />} onClick={() => onOpen("quota")}>
          {t("admin.users.quota.verb")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHistory {...icon} />}
          onClick={() => go(`${to.admin("audit")}?user=${user.id}`)}
        >
          {t("admin.users.showAudit")}
        </Menu.Item>
        <Menu.Item
          leftSection={user.isAdmin ? <IconShieldOff {...icon} /> : <IconShield {...icon} />}
          onClick={() => onOpen(user.isAdmin ? "unmake" : "promote")}
        >
          {t(`admin.users.deeds.${user.isAdmin ? "unmake" : "promote"}.verb`)}
        </Menu.Item>
        {user.disabledAt ? (
          <Menu.Item leftSection={<IconLockOpen {...icon} />} onClick={() => onOpen("enable")}>
            {t("admin.users.deeds.enable.verb")}
          </Menu.Item>
        ) : (
          <Menu.Item
            color="var(--danger)"
            leftSection={<IconLock {...icon} />}
            onClick={() => onOpen("disable")}
          >
            {t("admin.users.deeds.disable.verb")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
