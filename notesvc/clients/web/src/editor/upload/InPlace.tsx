/** Stands where a file will be: how far it is, or why it did not arrive. */
import { type ReactNode, useContext, useSyncExternalStore } from "react";
import { t } from "../../i18n";
import { UploadsOfNote } from "../blocks/contexts";
import { onTransfers, transferOf, type Upload } from "./transfer";
import "./upload.css";

/** What is on its way to this block, or to the mark that stands in it; else what the block shows by itself. */
export function InPlace({
  blockId,
  url,
  remove,
  children,
}: {
  blockId: string;
  url: string;
  remove: () => void;
  children: ReactNode;
}) {
  const uploads = useContext(UploadsOfNote);
  const find = () => uploads?.of(blockId) ?? transferOf(url);
  const upload = useSyncExternalStore(onTransfers, () => find()?.upload);
  if (upload === undefined) return children;
  const drop = () => {
    if (uploads?.has(blockId)) uploads.forget(blockId);
    else transferOf(url)?.cancel();
    remove();
  };
  return upload.problem === undefined ? (
    <Progress upload={upload} cancel={drop} />
  ) : (
    <Failure upload={upload} remove={drop} />
  );
}

function Progress({ upload, cancel }: { upload: Upload; cancel: () => void }) {
  return (
    <div className="upload" contentEditable={false}>
      <span className="upload-name">{upload.name}</span>
      <progress
        value={upload.percent}
        max={100}
        aria-label={t("editor.upload.progress", { name: upload.name })}
      />
      <span className="upload-percent">{upload.percent} %</span>
      <button
        type="button"
        aria-label={t("editor.upload.cancel", { name: upload.name })}
        onMouseDown={(event) => event.preventDefault()}
        onClick={cancel}
      >
        {t("common.cancel")}
      </button>
    </div>
  );
}

function Failure({ upload, remove }: { upload: Upload; remove: () => void }) {
  return (
    <div className="upload upload-failed" contentEditable={false} role="alert">
      <span className="upload-name">{upload.name}</span>
      <span>{upload.problem}</span>
      {upload.retry && (
        <button type="button" onClick={upload.retry}>
          {t("common.retry")}
        </button>
      )}
      <button type="button" onClick={remove}>
        {t("editor.upload.remove")}
      </button>
    </div>
  );
}
