/** The devices that keep a mirror of the workspace, and how to connect one. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { t } from "../../i18n";
import { CopyButton } from "../../ui/CopyButton";
import { Waiting } from "../../ui/States";
import { When } from "../../ui/When";
import { KeyActivity } from "../keys/KeyActivity";
import { type Key, useKeys } from "../keys/keys";
import { DisconnectDialog } from "./DisconnectDialog";
import { LastActs } from "./LastActs";
import "../keys/keys.css";
import "./devices.css";

type Open = { what: "activity" | "disconnect"; device: Key };

export default function DevicesSection() {
  const keys = useKeys();
  const [open, setOpen] = useState<Open | null>(null);
  const devices = keys.data?.filter((key) => key.kind === "device" && key.state === "active") ?? [];
  return (
    <div className="devices">
      <p className="settings-lead">{t("settings.devices.lead")}</p>
      <Waiting for={keys} />
      {keys.data && devices.length === 0 && <p className="settings-hint">{t("settings.devices.none")}</p>}
      {devices.length > 0 && (
        <ul className="settings-rows">
          {devices.map((device) => (
            <Row key={device.id} of={device} onOpen={(what) => setOpen({ what, device })} />
          ))}
        </ul>
      )}
      {keys.data && <HowTo />}
      {open?.what === "activity" && <KeyActivity of={open.device} onClose={() => setOpen(null)} />}
      {open?.what === "disconnect" && <DisconnectDialog of={open.device} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Row({ of: device, onOpen }: { of: Key; onOpen: (what: Open["what"]) => void }) {
  return (
    <li className="key" data-state={device.state}>
      <div className="key-main">
        <div className="key-name">
          <bdi>{device.name}</bdi>
        </div>
        <div className="key-facts">
          <span>
            {device.lastUsedAt === null ? t("settings.devices.neverSynced") : <LastSync of={device} />}
          </span>
          <LastActs of={device} />
        </div>
      </div>
      <div className="device-acts">
        <Button
          variant="subtle"
          color="gray"
          aria-label={t("settings.devices.activityOf", { name: device.name })}
          onClick={() => onOpen("activity")}
        >
          {t("settings.keys.activity")}
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={t("settings.devices.disconnectOf", { name: device.name })}
          onClick={() => onOpen("disconnect")}
        >
          {t("settings.devices.disconnect")}
        </Button>
      </div>
    </li>
  );
}

function LastSync({ of: device }: { of: Key }): ReactNode {
  return (
    <>
      {t("settings.devices.lastSync")} <When at={device.lastUsedAt ?? device.createdAt} />
    </>
  );
}

function HowTo() {
  return (
    <section className="device-how-to">
      <h2>{t("settings.devices.connectTitle")}</h2>
      <p>{t("settings.devices.connectText")}</p>
      <ol>
        <Command says={t("settings.devices.install")} command="pipx install 'notesvc[desktop]'" />
        <Command says={t("settings.devices.connect")} command={`notes-desktop connect ${location.origin}`} />
      </ol>
      <p className="settings-hint">{t("settings.devices.approve")}</p>
    </section>
  );
}

function Command({ says, command }: { says: string; command: string }) {
  return (
    <li>
      <p>{says}</p>
      <div className="device-command">
        <code dir="ltr">{command}</code>
        <CopyButton text={command} />
      </div>
    </li>
  );
}
