/** What a note's page shows while it cannot show the note: loading, not there, not reachable, in the trash. */
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { to } from "../addresses";
import { Problem } from "../api";
import { t } from "../i18n";
import { failed } from "../notices";
import type { NoteDocument } from "../saving/noteDocument";
import { useOpenNote } from "../saving/useOpenNote";
import { Link } from "../ui/Link";
import { Failure, Loading } from "../ui/States";
import { restore } from "./useNoteActs";

const AskForAccess = lazy(() => import("../sharing/AskForAccess"));
const VersionsPanel = lazy(() => import("../sidePanel/versions/VersionsPanel"));

export function NoNote({ document, problem }: { document: NoteDocument; problem: unknown }) {
  if (!problem) {
    return (
      <div className="note-none">
        <Loading rows={7} />
      </div>
    );
  }
  if (problem instanceof Problem && problem.code === "busy" && DAMAGED.test(problem.detail)) {
    return <Damaged document={document} />;
  }
  const isGone = problem instanceof Problem && (problem.status === 404 || problem.status === 422);
  return (
    <div className="note-none">
      <h1>{t(isGone ? "notes.gone.title" : "notes.away.title")}</h1>
      {isGone ? (
        <>
          <p>{t("notes.gone.text")}</p>
          <Suspense fallback={null}>
            <AskForAccess noteId={document.id} onOpen={() => void reopen(document)} />
          </Suspense>
          <p className="note-none-ways">
            <Link href={to.search()}>{t("notes.gone.search")}</Link>
            <Link href={to.home}>{t("notes.gone.start")}</Link>
          </p>
        </>
      ) : (
        <>
          {problem instanceof Problem && problem.isUnreachable && <p>{t("notes.away.text")}</p>}
          <Failure error={problem} retry={() => void document.load()} />
        </>
      )}
    </div>
  );
}

/** The service has no code of its own for it. */
const DAMAGED = /^What is stored of note .* is damaged/;

/** What is stored is not what was saved: an earlier version takes its place. */
function Damaged({ document }: { document: NoteDocument }) {
  const open = useOpenNote(document.id);
  const [isShown, show] = useState(false);
  return (
    <div className="note-none">
      <h1>{t("notes.damaged.title")}</h1>
      <p>{t("notes.damaged.text")}</p>
      <Button variant="default" aria-expanded={isShown} onClick={() => show(!isShown)}>
        {t("notes.damaged.versions")}
      </Button>
      {isShown && (
        <section aria-label={t("notes.damaged.versions")}>
          <Suspense fallback={<Loading rows={4} />}>
            <VersionsPanel noteId={document.id} open={{ ...open, reload: () => document.load() }} />
          </Suspense>
        </section>
      )}
    </div>
  );
}

export function InTrash({ document }: { document: NoteDocument }) {
  const back = () =>
    void restore(document.id)
      .then(() => document.reload())
      .catch(failed);
  return (
    <div className="save-bar" role="status">
      <p>{t("notes.inTrash.text")}</p>
      <Button size="compact-sm" variant="default" onClick={back}>
        {t("notes.inTrash.restore")}
      </Button>
    </div>
  );
}

/** It could not be read before. */
const reopen = (document: NoteDocument) =>
  (document.snapshot.note ? document.reload() : document.load()).catch(failed);
