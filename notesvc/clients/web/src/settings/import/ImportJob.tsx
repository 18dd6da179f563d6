/** A job: how far it is, then its report and what can be done with it. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import { to } from "../../addresses";
import { Problem, type Schemas } from "../../api";
import { gap, t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { failed } from "../../notices";
import { useFolders } from "../../state/folders";
import { Link } from "../../ui/Link";
import { hasEnded, imports, type JobState, jobQuery, type Remembered } from "./jobs";
import { counted, Progress } from "./Progress";
import { Report } from "./Report";

const IsLast = createContext(true);

interface Props {
  job: Remembered;
  isCancelling: boolean;
  /** One of several files, which had its turn already: there is no way on from it. */
  isEarlier?: boolean;
}

export function ImportJob({ job, isCancelling, isEarlier = false }: Props) {
  const { data, error, failureReason } = useQuery(jobQuery(job.id));
  if (data === undefined && error) {
    return (
      <p className="settings-notice is-fault" role="alert">
        {sentence(error)}
      </p>
    );
  }
  const isAway = failureReason instanceof Problem && failureReason.isPassing;
  if (data === undefined || !hasEnded(data)) {
    return <Going job={job} state={data} isCancelling={isCancelling} isAway={isAway} />;
  }
  return (
    <IsLast.Provider value={!isEarlier}>
      <Ended job={job} state={data} />
    </IsLast.Provider>
  );
}

/** Where the notes are, or would be. */
function Into({
  folder: { id, path },
  isThere,
}: {
  folder: Pick<Schemas["FolderBranch"], "id" | "path">;
  isThere: boolean;
}) {
  const words = <bdi>{t("settings.import.into", { name: path })}</bdi>;
  return isThere ? <Link href={to.folder(id)}>{words}</Link> : words;
}

interface GoingProps {
  job: Remembered;
  state: JobState | undefined;
  isCancelling: boolean;
  isAway: boolean;
}

function Going({ job, state, isCancelling, isAway }: GoingProps) {
  const title = t(job.isPreview ? "settings.import.reading" : "settings.import.importing", {
    name: job.fileName,
  });
  return (
    <Progress
      title={title}
      share={state && state.total > 0 ? state.done / state.total : null}
      words={wordsOf(state, isCancelling)}
      onStop={isCancelling ? undefined : () => void imports.cancel().catch(failed)}
    >
      <p className="settings-hint" role="status">
        {t(isAway ? "settings.import.away" : "settings.import.leave")}
      </p>
    </Progress>
  );
}

function wordsOf(state: JobState | undefined, isCancelling: boolean): string {
  if (isCancelling) return t("settings.import.cancelling");
  if (state === undefined || state.state === "queued") return t("settings.import.queued");
  return state.total > 0 ? counted(state.done, state.total) : t("settings.import.planning");
}

function Ended({ job, state }: { job: Remembered; state: JobState }) {
  const { data: folders } = useFolders();
  const folder = folders?.find(({ id }) => id === (state.folderId ?? job.parentId));
  const name = { name: job.fileName };
  const isTakenBack =
    state.state === "cancelled" && (state.report?.notes ?? 0) + (state.report?.folders ?? 0) > 0;
  if (state.state === "failed") {
    const { words, reason } = state.report?.files[0] ?? {};
    const told = words ?? reason;
    return (
      <Outcome title={t("settings.import.failed", name)} isError>
        {told && <p>{told}</p>}
        <p>{t("settings.import.failedText")}</p>
      </Outcome>
    );
  }
  if (state.state === "cancelled") {
    return (
      <Outcome title={t(isTakenBack ? "settings.import.takenBack" : "settings.import.cancelled", name)}>
        <p>{t(isTakenBack ? "settings.import.takenBackText" : "settings.import.cancelledText")}</p>
        {isTakenBack && <Link href={to.trash}>{t("settings.import.toTrash")}</Link>}
      </Outcome>
    );
  }
  return (
    <section className="import-ended">
      <h2>
        <bdi>{t(job.isPreview ? "settings.import.previewOf" : "settings.import.reportOf", name)}</bdi>
      </h2>
      <p className="settings-hint">
        {job.isPreview && t("settings.import.nothing")}
        {job.isPreview && gap()}
        {folder && <Into folder={folder} isThere={!job.isPreview} />}
      </p>
      {job.isPreview ? <AfterPreview job={job} /> : <AfterImport job={job} />}
      {state.report && <Report report={state.report} isPreview={job.isPreview} />}
    </section>
  );
}

function Outcome({
  title,
  isError,
  children,
}: {
  title: string;
  isError?: boolean;
  children: React.ReactNode;
}) {
  return (
    <>
      <div className={`settings-notice ${isError ? "is-fault" : ""}`} role={isError ? "alert" : "status"}>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {children}
      </div>
      <Another />
    </>
  );
}

function AfterPreview({ job }: { job: Remembered }) {
  const file = imports.file();
  return (
    <div className="settings-actions import-actions">
      {file && (
        <Button onClick={() => void imports.begin(file, job.parentId, false)}>
          {t("settings.import.importNow")}
        </Button>
      )}
      <Another />
      {!file && <p className="settings-hint">{t("settings.import.chooseAgain", { name: job.fileName })}</p>}
    </div>
  );
}

function AfterImport({ job }: { job: Remembered }) {
  const [isTaking, setTaking] = useState(false);
  const takeBack = async () => {
    if (isTaking) return;
    setTaking(true);
    await imports.takeBack(job.id).catch(failed);
    setTaking(false);
  };
  return (
    <div className="settings-actions import-actions">
      <Another />
      <Button
        variant="subtle"
        color="red"
        title={t("settings.import.takeBackHint")}
        data-disabled={isTaking || undefined}
        aria-disabled={isTaking}
        onClick={() => void takeBack()}
      >
        {t(isTaking ? "common.sending" : "settings.import.takeBack")}
      </Button>
    </div>
  );
}

function Another() {
  if (!useContext(IsLast)) return null;
  return (
    <Button variant="default" onClick={() => imports.forget()}>
      {t("settings.import.another")}
    </Button>
  );
}
