/** Passkeys: which there are, one more, and where they can be had. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { errorOfPasskey } from "../../account/passkey";
import { usePasskeyPlace, useSignInMethods } from "../../account/signInMethods";
import { gap, t } from "../../i18n";
import { done } from "../../notices";
import { busy } from "../../ui/busy";
import { Waiting } from "../../ui/States";
import { RemovePasskey, RenamePasskey } from "./PasskeyDialogs";
import { type PasskeyAction, PasskeyRow } from "./PasskeyRow";
import { MOST_PASSKEYS, type Passkey, useAddPasskey, usePasskeys } from "./passkeys";

export function Passkeys() {
  const passkeys = usePasskeys();
  const [open, setOpen] = useState<{ what: PasskeyAction; passkey: Passkey }>();
  const section = useRef<HTMLElement>(null);
  const close = () => {
    setOpen(undefined);
    if (open) focusMenuOf(open.passkey, section.current);
  };
  const all = passkeys.data ?? [];
  return (
    <section ref={section} aria-label={t("settings.security.passkeys.title")}>
      <h2>{t("settings.security.passkeys.title")}</h2>
      <p className="security-line">
        {t("settings.security.passkeys.lead")}
        {gap()}
        {passkeys.data?.length === 0 && t("settings.security.passkeys.empty")}
      </p>
      <Waiting for={passkeys} />
      {all.length > 0 && (
        <ul className="settings-rows passkeys">
          {all.map((passkey) => (
            <PasskeyRow key={passkey.id} of={passkey} onOpen={(what) => setOpen({ what, passkey })} />
          ))}
        </ul>
      )}
      {passkeys.data && <Further isFull={all.length >= MOST_PASSKEYS} />}
      {open?.what === "rename" && <RenamePasskey of={open.passkey} onClose={close} />}
      {open?.what === "remove" && <RemovePasskey of={open.passkey} onClose={close} />}
    </section>
  );
}

/** The menu that opened a dialog is gone with its items: its button takes the focus again, or the one to add. */
function focusMenuOf(passkey: Passkey, section: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const buttons = section?.querySelectorAll<HTMLElement>(`[data-passkey="${passkey.id}"], .passkeys-add`);
    buttons?.[0]?.focus();
  });
}

/** A button, or why there is none. */
function Further({ isFull }: { isFull: boolean }) {
  const place = usePasskeyPlace();
  const host = useSignInMethods().data?.passkeyHost;
  if (place === undefined) return null;
  if (place === "elsewhere") return <Elsewhere host={host ?? ""} />;
  if (place === "browser")
    return <p className="settings-notice">{t("settings.security.passkeys.noBrowser")}</p>;
  if (place === "service")
    return <p className="settings-notice">{t("settings.security.passkeys.noService")}</p>;
  if (isFull) return <p className="settings-notice">{t("settings.security.passkeys.limit")}</p>;
  return <Add />;
}

function Elsewhere({ host }: { host: string }) {
  // A service on one's own machine keeps its port there; others are reached by https.
  const address = host === "localhost" ? `http://localhost:${location.port}` : `https://${host}`;
  return (
    <p className="settings-notice">
      {t("settings.security.passkeys.elsewhere")} <a href={`${address}${location.pathname}`}>{address}</a>
    </p>
  );
}

function Add() {
  const add = useAddPasskey();
  const error = add.error ? errorOfPasskey(add.error) : undefined;
  const after = { onSuccess: () => done(t("settings.security.passkeys.added")) };
  return (
    <>
      <div role="alert">{error && <p className="settings-notice is-fault">{error}</p>}</div>
      <Button
        className="passkeys-add"
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        {...busy(add.isPending)}
        onClick={() => add.isPending || add.mutate(undefined, after)}
      >
        {add.isPending ? t("account.passkey.asking") : t("settings.security.passkeys.add")}
      </Button>
    </>
  );
}
