/** Who is signed in, and what belongs to that. */
import {
  IconChevronDown,
  IconFileImport,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShield,
} from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { failed } from "../notices";
import { useUser } from "../state/session";
import type { Choice } from "../ui/Choices";
import { lazyPart } from "../ui/lazyPart";
import { runCommand } from "./commands";

const Choices = lazyPart(() => import("../ui/Choices"));

export function UserMenu() {
  const user = useUser();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const choices = useChoices();
  const box = isOpen ? button.current?.getBoundingClientRect() : undefined;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="sidebar-user"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t("common.about", { what: t("shell.accountMenu"), said: user?.name ?? "" })}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="sidebar-user-name" dir="auto">
          {user?.name ?? ""}
        </span>
        <IconChevronDown size={14} stroke={1.7} />
      </button>
      {box && (
        <Suspense fallback={null}>
          <Choices
            name={t("shell.accountMenu")}
            x={box.left}
            y={box.bottom}
            choices={choices}
            onClose={(isChosen) => {
              setOpen(false);
              if (!isChosen) button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useChoices(): Choice[] {
  const user = useUser();
  const [, go] = useLocation();
  return [
    { name: t("shell.settings"), icon: IconSettings, run: () => go(to.settings()) },
    ...(user?.isAdmin
      ? [{ name: t("shell.administration"), icon: IconShield, run: () => go(to.admin()) }]
      : []),
    { name: t("shell.import"), icon: IconFileImport, run: () => go(to.import) },
    { name: t("shell.theme"), icon: IconMoon, run: () => runCommand("shell.theme") },
    { name: t("shell.keys.title"), icon: IconKeyboard, keys: "?", run: () => runCommand("shell.keys") },
    { name: t("shell.signOut"), icon: IconLogout, isApart: true, run: () => void leave() },
  ];
}

async function leave(): Promise<void> {
  try {
    const { leaveAccount } = await import("../saving/leaving");
    await leaveAccount();
  } catch (error) {
    failed(error);
  }
}
