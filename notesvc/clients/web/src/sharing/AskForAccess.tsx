/** For who has a link to a note that they may not see: asking its owner, if there is one. */
import { Button, NativeSelect } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Problem } from "../api";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import { askForAccess, type Shared } from "./changing";
import "./sharing.css";

interface Props {
  noteId: string;
  /** They may see it by now. */
  onOpen: () => void;
}

export default function AskForAccess({ noteId, onOpen }: Props) {
  const [role, setRole] = useState<Shared>("viewer");
  const [state, setState] = useState<"open" | "sending" | "asked">("open");
  const [error, setError] = useState("");
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setState("sending");
    setError("");
    try {
      await askForAccess(noteId, role);
      setState("asked");
    } catch (error) {
      setState("open");
      if (error instanceof Problem && error.errors[0]?.message.includes("already")) onOpen();
      else setError(sentence(error));
    }
  };
  if (state === "asked")
    return (
      <p className="share-asked" role="status">
        {t("sharing.ask.asked")}
      </p>
    );
  return (
    <form className="share-ask" onSubmit={(event) => void ask(event)}>
      <p>{t("sharing.ask.text")}</p>
      <div className="share-ask-row">
        <NativeSelect
          aria-label={t("sharing.ask.wish")}
          data={(["viewer", "editor"] as const).map((value) => ({
            value,
            label: t(`sharing.ask.${value}`),
          }))}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Shared)}
        />
        <Button type="submit" disabled={state === "sending"}>
          {t("sharing.ask.verb")}
        </Button>
      </div>
      <div role="alert">{error && <p className="share-fault">{error}</p>}</div>
    </form>
  );
}
