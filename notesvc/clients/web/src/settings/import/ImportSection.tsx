/** Bringing notes in: choose a file, see what would come in, import it, take it back. */

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import { isProblem } from "../../api";
import { t } from "../../i18n";
import { done } from "../../notices";
import { Unready } from "../../ui/States";
import { ChooseFile } from "./ChooseFile";
import { ImportJob } from "./ImportJob";
import { type Earlier, imports, jobQuery, onEnded, useImport } from "./jobs";
import { Sending } from "./Progress";
import { refusalOf } from "./reasons";
import "./import.css";

export default function ImportSection() {
  const now = useImport();
  const told = new URLSearchParams(useSearch()).get("report");
  useEffect(() => pageIsShown(), []);
  return (
    <>
      <p className="settings-lead">{t("settings.import.lead")}</p>
      {now.step === "refused" && (
        <div className="settings-notice is-fault" role="alert">
          <strong>{t("settings.import.problem.title")}</strong>
          <bdi>{now.fileName}</bdi>: {refusalOf(now.problem)}
        </div>
      )}
      {now.step === "gone" && <p className="settings-notice">{t("settings.import.gone")}</p>}
      {now.step === "sending" && <Sending of={now} onStop={() => void imports.cancel()} />}
      {now.step === "job" && <ImportJob key={now.job.id} job={now.job} isCancelling={now.isCancelling} />}
      {told && !(now.step === "job" && now.job.id === told) && <ToldReport key={told} id={told} />}
      <Turns />
      {now.step !== "sending" && now.step !== "job" && <ChooseFile />}
    </>
  );
}

/** The report that a notification leads to, of an import that this device may know nothing of. */
function ToldReport({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(jobQuery(id));
  if (isProblem(error, 404)) return <p className="settings-notice">{t("settings.import.gone")}</p>;
  if (data === undefined) return <Unready error={error} retry={() => void refetch()} rows={4} />;
  const job = { id, fileName: data.fileName, isPreview: false, parentId: data.folderId };
  return <ImportJob job={job} isCancelling={false} isEarlier />;
}

/** Of several files: how many wait, and what became of those that had their turn. */
function Turns() {
  const [waiting, earlier] = [imports.waiting(), imports.earlier()];
  return (
    <>
      {waiting.length > 0 && (
        <p className="settings-hint" role="status">
          {t("settings.import.waiting", { count: waiting.length })}
        </p>
      )}
      {earlier.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name; the order stays
        <EarlierFile key={index} one={one} />
      ))}
    </>
  );
}

function EarlierFile({ one }: { one: Earlier }) {
  return (
    <details className="import-earlier">
      <summary>
        <bdi>
          {t("job" in one ? "settings.import.reportOf" : "settings.import.failed", { name: one.fileName })}
        </bdi>
      </summary>
      {"job" in one ? (
        <ImportJob job={one.job} isCancelling={false} isEarlier />
      ) : (
        <p>{refusalOf(one.problem)}</p>
      )}
    </details>
  );
}

let shown = 0;

/** The import's own page is shown: it says so itself. To be called when it goes. */
function pageIsShown(): () => void {
  shown += 1;
  return () => {
    shown -= 1;
  };
}

// On other pages an import or a preview that has come to its end is told in a quiet word.
onEnded((job, { state }) => {
  if (shown > 0 || state === "cancelled") return;
  const words = { name: job.fileName };
  if (state === "failed") done(t("settings.import.failed", words));
  else done(t(job.isPreview ? "settings.import.previewReady" : "settings.import.finished", words));
});
