/** The calm page around signing in and registering: one column, language and theme at the foot. */
import { NativeSelect } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { t } from "../i18n";
import { leaveFirstView } from "../shell/firstView";
import { type Appearance, appearance, useAppearance } from "../theme/appearance";
import { LanguageSelect } from "./LanguageSelect";
import "./account.css";

interface Props {
  title: string;
  lead: string;
  children?: ReactNode;
}

export function AccountPage({ title, lead, children }: Props) {
  useEffect(() => {
    document.title = `${title} · notesvc`;
  }, [title]);
  useLayoutEffect(() => leaveFirstView(), []);
  return (
    <div className="account">
      <main className="account-main">
        <p className="account-mark">
          <img src="/app/icon.svg" alt="" width={36} height={36} />
          <span>
            <strong>notesvc</strong>
            {t("account.tagline")}
          </span>
        </p>
        <h1>{title}</h1>
        <p className="account-lead">{lead}</p>
        {children}
      </main>
      <Foot />
    </div>
  );
}

function Foot() {
  const look = useAppearance();
  const schemes = (["auto", "light", "dark"] as const).map((value) => ({
    value,
    label: t(`account.schemes.${value}`),
  }));
  return (
    <footer className="account-foot">
      <LanguageSelect aria-label={t("account.language")} variant="unstyled" />
      <NativeSelect
        aria-label={t("account.scheme")}
        variant="unstyled"
        data={schemes}
        value={look.scheme}
        onChange={(event) => appearance.change({ scheme: event.currentTarget.value as Appearance["scheme"] })}
      />
    </footer>
  );
}
