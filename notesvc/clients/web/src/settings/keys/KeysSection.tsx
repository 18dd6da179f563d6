/** The keys with which programs reach this workspace. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../../i18n";
import { CopyButton } from "../../ui/CopyButton";
import { OnceDialog } from "../../ui/OnceDialog";
import { Waiting } from "../../ui/States";
import { KeyActivity } from "./KeyActivity";
import { KeyRow } from "./KeyRow";
import { exampleAt, type Key, type KeyWithSecret, MOST_ACTIVE, useKeys } from "./keys";
import { NewKeyDialog } from "./NewKeyDialog";
import { RevokeAllDialog, RevokeDialog, RotateDialog } from "./RevokeDialogs";
import "./keys.css";

type Open = { what: "new" } | { what: "all" } | { what: "rotate" | "revoke" | "activity"; key: Key };

export default function KeysSection() {
  const keys = useKeys();
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<KeyWithSecret | null>(null);
  const make = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(null);
    if (open !== null && "key" in open) focusMenuOf(open.key);
  };
  const reveal = (made: KeyWithSecret) => {
    setOpen(null);
    setSecret(made);
  };
  const active = keys.data?.filter((key) => key.state === "active") ?? [];
  const past = keys.data?.filter((key) => key.state !== "active") ?? [];
  const isFull = active.length >= MOST_ACTIVE;
  return (
    <>
      <p className="settings-lead">{t("settings.keys.lead")}</p>
      {keys.data && (
        <div className="settings-actions keys-actions">
          <Button
            ref={make}
            disabled={isFull}
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => setOpen({ what: "new" })}
          >
            {t("settings.keys.make")}
          </Button>
          {active.length > 0 && (
            <Button variant="subtle" color="red" onClick={() => setOpen({ what: "all" })}>
              {t("settings.keys.revokeAll")}
            </Button>
          )}
        </div>
      )}
      {isFull && <p className="settings-notice">{t("settings.keys.limit")}</p>}
      <Waiting for={keys} />
      {keys.data?.length === 0 && <NoKeys />}
      <Rows keys={active} onOpen={setOpen} />
      {past.length > 0 && (
        <details className="keys-past">
          <summary>{t("settings.keys.showPast", { count: past.length })}</summary>
          <Rows keys={past} onOpen={setOpen} />
        </details>
      )}
      {open && <KeyDialog open={open} count={active.length} onClose={close} onMade={reveal} />}
      {secret && (
        <SecretDialog
          made={secret}
          onClose={() => {
            setSecret(null);
            make.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface KeyDialogProps {
  open: Open;
  /** The keys that can be revoked. */
  count: number;
  onClose: () => void;
  onMade: (made: KeyWithSecret) => void;
}

function KeyDialog({ open, count, onClose, onMade }: KeyDialogProps) {
  if (open.what === "new") return <NewKeyDialog onClose={onClose} onMade={onMade} />;
  if (open.what === "all") return <RevokeAllDialog count={count} onClose={onClose} />;
  if (open.what === "rotate") return <RotateDialog of={open.key} onClose={onClose} onMade={onMade} />;
  if (open.what === "revoke") return <RevokeDialog of={open.key} onClose={onClose} />;
  return <KeyActivity of={open.key} onClose={onClose} />;
}

/** The menu that opened a dialog is gone with its items: its button takes the focus again. */
function focusMenuOf(key: Key): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-key="${key.id}"]`)?.focus());
}

function Rows({ keys, onOpen }: { keys: Key[]; onOpen: (open: Open) => void }) {
  if (keys.length === 0) return null;
  return (
    <ul className="settings-rows">
      {keys.map((key) => (
        <KeyRow key={key.id} of={key} onOpen={(what) => onOpen({ what, key })} />
      ))}
    </ul>
  );
}

/** What keys are for, while there are none. */
function NoKeys() {
  const example = exampleAt(location.origin);
  return (
    <section className="keys-empty">
      <h2>{t("settings.keys.emptyTitle")}</h2>
      <p>{t("settings.keys.empty")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <code>{example}</code>
      </pre>
      <CopyButton text={example} />
    </section>
  );
}

/** The secret of a key, shown this once. */
function SecretDialog({ made, onClose }: { made: KeyWithSecret; onClose: () => void }) {
  const words = {
    title: t("settings.keys.secretTitle"),
    lead: t("settings.keys.secretLead"),
    label: t("settings.keys.secret", { name: made.token.name }),
    stored: t("settings.keys.stored"),
    notStored: t("settings.keys.notStored"),
    notStoredText: t("settings.keys.notStoredText"),
    back: t("settings.keys.goBack"),
  };
  return <OnceDialog words={words} text={made.secret ?? ""} rows={2} onClose={onClose} />;
}
