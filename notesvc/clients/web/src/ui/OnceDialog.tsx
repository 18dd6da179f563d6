/** What is shown this once; closing without having stored it asks. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { t } from "../i18n";
import { CopyButton } from "./CopyButton";
import { Dialog } from "./Dialog";
import "./dialog.css";

interface OnceWords {
  title: string;
  lead: string;
  label: string;
  stored: string;
  notStored: string;
  notStoredText: string;
  back: string;
}

interface Props {
  words: OnceWords;
  text: string;
  rows: number;
  onClose: () => void;
}

export function OnceDialog({ words, text, rows, onClose }: Props) {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, []);
  return (
    <Dialog
      onClose={() => setAsking(true)}
      closeOnClickOutside={false}
      title={isAsking ? words.notStored : words.title}
      size="lg"
      className="settings-dialog"
    >
      {isAsking ? (
        <Asked words={words} onBack={() => setAsking(false)} onClose={onClose} />
      ) : (
        <Shown words={words} text={text} rows={rows} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Shown({ words, text, rows, onClose }: Props) {
  return (
    <>
      <p className="dialog-text">{words.lead}</p>
      <label className="secret">
        <span className="settings-legend">{words.label}</span>
        <textarea
          readOnly
          data-autofocus
          dir="ltr"
          rows={rows}
          value={text}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div className="settings-actions">
        <CopyButton text={text} />
        <Button onClick={onClose}>{words.stored}</Button>
      </div>
    </>
  );
}

function Asked({ words, onBack, onClose }: { words: OnceWords; onBack: () => void; onClose: () => void }) {
  return (
    <>
      <p className="dialog-text">{words.notStoredText}</p>
      <div className="settings-actions">
        <Button autoFocus onClick={onBack}>
          {words.back}
        </Button>
        <Button variant="subtle" color="red" onClick={onClose}>
          {t("settings.keys.closeAnyway")}
        </Button>
      </div>
    </>
  );
}
