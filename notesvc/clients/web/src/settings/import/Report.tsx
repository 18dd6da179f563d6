/** What an import made or would make: figures, and every file with what became of it. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { to } from "../../addresses";
import type { Schemas } from "../../api";
import { t } from "../../i18n";
import { locale } from "../../i18n/dates";
import { Link } from "../../ui/Link";
import { FILTERS, type Filter, fitting } from "./filter";

type ReportShape = Schemas["ImportReport"];
type File = Schemas["ImportedFile"];

const ROW = 44;

export function Report({ report, isPreview }: { report: ReportShape; isPreview: boolean }) {
  return (
    <>
      <Figures report={report} />
      {report.files.length === 0 ? (
        <p className="settings-hint">{t("settings.import.emptyReport")}</p>
      ) : (
        <Files files={report.files} isPreview={isPreview} />
      )}
    </>
  );
}

function Figures({ report }: { report: ReportShape }) {
  const { notes, folders, attachments, links } = report;
  const number = new Intl.NumberFormat(locale());
  const all = { notes, folders, attachments, resolved: links.resolved, unresolved: links.unresolved };
  return (
    <ul className="figures">
      {(Object.keys(all) as (keyof typeof all)[]).map((name) => (
        <li key={name}>
          <strong>{number.format(all[name])}</strong>{" "}
          {t(`settings.import.figures.${name}`, { count: all[name] })}
        </li>
      ))}
    </ul>
  );
}

function Files({ files, isPreview }: { files: File[]; isPreview: boolean }) {
  const [filter, setFilter] = useState<Filter>("all");
  const [words, setWords] = useState("");
  const wanted = useDeferredValue(words);
  const shown = useMemo(() => fitting(files, filter, wanted), [files, filter, wanted]);
  const number = new Intl.NumberFormat(locale());
  return (
    <>
      <div className="files-filter">
        <TextInput
          aria-label={t("settings.import.filter")}
          placeholder={t("settings.import.filter")}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t("settings.activity.outcome")}
          data={FILTERS.map((value) => ({
            value,
            label: `${labelOf(value, isPreview)} (${number.format(fitting(files, value, "").length)})`,
          }))}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value as Filter)}
        />
      </div>
      <p className="settings-hint" role="status">
        {shown.length === 0
          ? t("settings.import.noFiles")
          : t("settings.import.files", { count: shown.length })}
      </p>
      <Rows files={shown} isPreview={isPreview} />
    </>
  );
}

function Rows({ files, isPreview }: { files: File[]; isPreview: boolean }) {
  const place = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section ref={place} className="files" tabIndex={0} aria-label={t("settings.import.file")}>
      <ul style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            style={{ transform: `translateY(${row.start}px)` }}
            aria-setsize={files.length}
            aria-posinset={row.index + 1}
          >
            <Row file={files[row.index]!} isPreview={isPreview} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ file, isPreview }: { file: File; isPreview: boolean }) {
  const path = <bdi>{file.path || t("common.untitled")}</bdi>;
  return (
    <>
      <span className="file-path">
        {file.noteId ? <Link href={to.note(file.noteId)}>{path}</Link> : path}
        {file.reason && <small>{file.words ?? file.reason}</small>}
      </span>
      <span className="file-outcome" data-outcome={file.outcome}>
        {labelOf(file.outcome, isPreview)}
      </span>
    </>
  );
}

function labelOf(filter: Filter, isPreview: boolean): string {
  return isPreview && filter === "created"
    ? t("settings.import.previewOutcomes.created")
    : t(`settings.import.outcomes.${filter}`);
}
