/** The authenticator app: set up, turned off, and the recovery codes for the day it is lost. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { gap, t } from "../../i18n";
import { done } from "../../notices";
import { useNewCodes, useRemoveApp, useStartApp } from "../../state/security";
import { busy } from "../../ui/busy";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";
import { OnceDialog } from "../../ui/OnceDialog";
import { SetUpApp } from "./SetUpApp";

export function App({ isOn, codesLeft }: { isOn: boolean; codesLeft: number }) {
  const [codes, setCodes] = useState<string[]>();
  return (
    <section aria-label={t("settings.security.app")}>
      <h2>{t("settings.security.app")}</h2>
      <p className="security-line">
        {t(isOn ? "settings.security.appOn" : "settings.security.appOff")}
        {gap()}
        {isOn && t("settings.security.left", { count: codesLeft })}
      </p>
      {isOn ? <Present onCodes={setCodes} /> : <Absent onCodes={setCodes} />}
      {codes && <Codes codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
}

function Absent({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const start = useStartApp();
  if (start.data) return <SetUpApp made={start.data} onCodes={onCodes} onCancel={start.reset} />;
  return (
    <>
      <div role="alert">
        {start.error && <p className="settings-notice is-fault">{errorOfCall(start.error)}</p>}
      </div>
      <Button variant="default" {...busy(start.isPending)} onClick={() => start.isPending || start.mutate()}>
        {start.isPending ? t("common.sending") : t("settings.security.setUp")}
      </Button>
    </>
  );
}

function Present({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [asked, setAsked] = useState<"codes" | "off">();
  const close = () => setAsked(undefined);
  return (
    <div className="settings-actions">
      <Button variant="default" onClick={() => setAsked("codes")}>
        {t("settings.security.newCodes")}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setAsked("off")}>
        {t("settings.security.turnOff")}
      </Button>
      {asked === "codes" && <AskForCodes onClose={close} onCodes={onCodes} />}
      {asked === "off" && <AskToTurnOff onClose={close} />}
    </div>
  );
}

function AskForCodes({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const make = useNewCodes();
  const after = (made: { recoveryCodes: string[] }) => {
    onClose();
    onCodes(made.recoveryCodes);
  };
  return (
    <Confirm
      title={t("settings.security.newCodes")}
      action={t("settings.security.newCodes")}
      inWords={errorOfCall}
      onYes={() => make.mutateAsync()}
      onDone={after}
      onClose={onClose}
    >
      <p>{t("settings.security.newCodesText")}</p>
    </Confirm>
  );
}

function AskToTurnOff({ onClose }: { onClose: () => void }) {
  const remove = useRemoveApp();
  const after = () => {
    onClose();
    done(t("settings.security.turnedOff"));
  };
  return (
    <Confirm
      title={t("settings.security.turnOffTitle")}
      action={t("settings.security.turnOff")}
      isDanger
      inWords={errorOfCall}
      onYes={() => remove.mutateAsync()}
      onDone={after}
      onClose={onClose}
    >
      <p>{t("settings.security.turnOffText")}</p>
    </Confirm>
  );
}

function Codes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const words = {
    title: t("settings.security.codesTitle"),
    lead: t("settings.security.codesLead"),
    label: t("settings.security.codes"),
    stored: t("settings.security.codesStored"),
    notStored: t("settings.security.codesNotStored"),
    notStoredText: t("settings.security.codesNotStoredText"),
    back: t("settings.security.codesBack"),
  };
  return <OnceDialog words={words} text={codes.join("\n")} rows={codes.length} onClose={onClose} />;
}
