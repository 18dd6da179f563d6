/** Both texts side by side, and what can become of them. */
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Note } from "../api";
import type { Block } from "../blocks";
import { plain, t } from "../i18n";
import { failed } from "../notices";
import { Dialog } from "../ui/Dialog";
import { textOf } from "./blockText";
import { bothOf, settle } from "./conflict";
import { Differences } from "./Differences";
import type { Settlement } from "./document";
import type { NoteDocument } from "./noteDocument";
import "./saving.css";

interface Props {
  document: NoteDocument;
  mine: Note;
  theirs: Note;
  onClose: () => void;
}

export default function ConflictDialog({ document, mine, theirs, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const isRaw = document.snapshot.surface === "raw";
  const shown = (note: Note) => (isRaw ? note.content : textOf((note.richContent ?? []) as Block[]));
  const nameOfMine = plain(t("saving.myVersion", { name: mine.name || t("common.untitled") }));
  const choose = async (choice: Settlement) => {
    setBusy(true);
    try {
      await settle(document, choice);
      onClose();
    } catch (error) {
      failed(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      size="64rem"
      onClose={onClose}
      title={t("saving.clash.title")}
      closeButtonProps={{ "aria-label": t("saving.clash.later") }}
    >
      <p className="clash-lead">{t("saving.clash.lead")}</p>
      <div className="clash-sides">
        <Side title={t("saving.clash.mine")} note={mine} other={theirs}>
          <Differences before={shown(theirs)} after={shown(mine)} only="added" />
        </Side>
        <Side title={t("saving.clash.theirs")} note={theirs} other={mine}>
          <Differences before={shown(mine)} after={shown(theirs)} only="added" />
        </Side>
      </div>
      <div className="clash-choices">
        <Choice
          name={t("saving.clash.keepMine")}
          why={t("saving.clash.keepMineWhy")}
          isBusy={isBusy}
          run={() => choose({ keep: "mine" })}
        />
        <Choice
          name={t("saving.clash.keepTheirs")}
          why={t("saving.clash.keepTheirsWhy", { name: nameOfMine })}
          isBusy={isBusy}
          run={() => choose({ keep: "theirs", nameOfMine })}
        />
        <Choice
          name={t("saving.clash.keepBoth")}
          why={t("saving.clash.keepBothWhy")}
          isBusy={isBusy}
          isMain
          run={() => choose({ keep: "both" })}
        />
      </div>
      {isRaw && <ByHand document={document} theirs={theirs} onSave={choose} isBusy={isBusy} />}
    </Dialog>
  );
}

function Side({
  title,
  note,
  other,
  children,
}: {
  title: string;
  note: Note;
  other: Note;
  children: React.ReactNode;
}) {
  const hasOther = (field: "name" | "properties") =>
    JSON.stringify(note[field]) !== JSON.stringify(other[field]);
  return (
    <div className="clash-side">
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys */}
      <section className="clash-text" tabIndex={0} aria-label={title}>
        {hasOther("name") && `${t("common.about", { what: t("saving.clash.name"), said: note.name })}\n\n`}
        {children}
        {hasOther("properties") &&
          `\n\n${t("common.about", { what: t("saving.clash.properties"), said: JSON.stringify(note.properties, null, 1) })}`}
      </section>
    </div>
  );
}

interface ChoiceProps {
  name: string;
  why: string;
  isBusy: boolean;
  isMain?: boolean;
  run: () => void;
}

function Choice({ name, why, isBusy, isMain, run }: ChoiceProps) {
  return (
    <div className="clash-choice">
      <Button fullWidth variant={isMain ? "filled" : "default"} disabled={isBusy} onClick={run}>
        {name}
      </Button>
      <p>{why}</p>
    </div>
  );
}

interface HandProps {
  document: NoteDocument;
  theirs: Note;
  isBusy: boolean;
  onSave: (choice: Settlement) => void;
}

function ByHand({ document, theirs, isBusy, onSave }: HandProps) {
  const { base, pending } = document.pendingEdits;
  const merged = () => (base ? bothOf(base.note, pending, theirs).content : undefined);
  const [content, setContent] = useState<string | null>(null);
  if (content === null) {
    return (
      <Button className="clash-hand" variant="subtle" onClick={() => setContent(merged() ?? theirs.content)}>
        {t("saving.clash.byHand")}
      </Button>
    );
  }
  return (
    <div className="clash-hand">
      <Textarea
        label={t("saving.clash.byHandField")}
        autosize
        minRows={6}
        maxRows={16}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        data-autofocus
      />
      <Button mt={8} disabled={isBusy} onClick={() => onSave({ keep: "written", content })}>
        {t("saving.clash.saveByHand")}
      </Button>
    </div>
  );
}
