/** Which file, and where to: by dropping it or by choosing it. */
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { t } from "../../i18n";
import { FolderChoice } from "./FolderChoice";
import { imports } from "./jobs";
import { size } from "./reasons";

const LARGEST = 512 * 1_024 * 1_024;
const KINDS = ".zip,.json,.md,.markdown,.txt,application/zip,application/json,text/markdown,text/plain";

export function ChooseFile() {
  const before = imports.get();
  const [files, setFiles] = useState(before.step === "refused" ? chosenBefore() : NO_FILES);
  const [error, setError] = useState<string>();
  const [parentId, setParentId] = useState(before.step === "refused" ? before.parentId : null);
  const take = (list: FileList | null) => {
    const taken = [...(list ?? [])];
    if (taken.length === 0) return;
    imports.forget();
    const found = errorOf(taken);
    setError(found);
    setFiles(found === undefined ? taken : NO_FILES);
  };
  const [file] = files;
  return (
    <>
      <DropZone files={files} onFiles={take} />
      <div role="alert">
        {error && <p className="settings-notice is-fault import-fault">{error}</p>}
        {files.some(({ size }) => size > LARGEST) && (
          <p className="settings-notice is-fault import-fault">{t("settings.import.large")}</p>
        )}
      </div>
      {file ? (
        <div className="import-choice">
          <FolderChoice value={parentId} onChange={setParentId} />
          {files.length === 1 ? (
            <OneFile file={file} parentId={parentId} />
          ) : (
            <SeveralFiles files={files} parentId={parentId} />
          )}
        </div>
      ) : (
        <Kinds />
      )}
    </>
  );
}

function OneFile({ file, parentId }: { file: File; parentId: string | null }) {
  return (
    <>
      <p className="settings-hint">{t("settings.import.previewHint")}</p>
      <div className="settings-actions">
        <Button onClick={() => void imports.begin(file, parentId, true)}>
          {t("settings.import.preview")}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => void imports.begin(file, parentId, false)}>
          {t("settings.import.withoutPreview")}
        </Button>
      </div>
    </>
  );
}

function SeveralFiles({ files, parentId }: { files: File[]; parentId: string | null }) {
  return (
    <>
      <p className="settings-hint">{t("settings.import.severalHint")}</p>
      <div className="settings-actions">
        <Button onClick={() => void imports.beginAll(files, parentId)}>
          {t("settings.import.several", { count: files.length })}
        </Button>
      </div>
    </>
  );
}

function DropZone({ files, onFiles }: { files: File[]; onFiles: (files: FileList | null) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a further way; the button is for all
    <div
      className="drop"
      data-over={isOver || undefined}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={24} stroke={1.5} aria-hidden="true" />
      {files.length === 0 && <p>{t("settings.import.drop")}</p>}
      {files.map((file) => (
        <p key={`${file.name} ${file.size}`} className="drop-file">
          <bdi>{file.name}</bdi> <span>{size(file.size)}</span>
        </p>
      ))}
      <Button variant="default" aria-describedby={hint} onClick={() => input.current?.click()}>
        {t(files.length > 0 ? "settings.import.otherFile" : "settings.import.choose")}
      </Button>
      <p className="settings-hint" id={hint}>
        {t("settings.import.dropHint")}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept={KINDS}
        hidden
        aria-label={t("settings.import.file")}
        onChange={(event) => {
          onFiles(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

function Kinds() {
  return (
    <section>
      <h2>{t("settings.import.kinds")}</h2>
      <ul className="import-kinds">
        {(["vault", "workspace", "text"] as const).map((kind) => (
          <li key={kind}>{t(`settings.import.kindList.${kind}`)}</li>
        ))}
      </ul>
    </section>
  );
}

const NO_FILES: File[] = [];

function chosenBefore(): File[] {
  const file = imports.file();
  return file ? [file] : NO_FILES;
}

/** A folder that is dropped looks like a file without content and without a kind. */
const errorOf = (files: File[]): string | undefined =>
  files.some((file) => file.size === 0) ? t("settings.import.isFolder") : undefined;
