/** The audit log: what was done to accounts and to the instance, the latest first. */
import { Button, NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { gap, t } from "../../i18n";
import { Waiting } from "../../ui/States";
import { When } from "../../ui/When";
import { type AuditFilter, type AuditLine, auditFile, auditQuery } from "../admin";
import { More } from "../users/UsersSection";
import { details, KINDS, who } from "./lines";
import "../../ui/events.css";

export default function AuditSection() {
  const [search, setSearch] = useSearchParams();
  const kind = KINDS.find((each) => each === search.get("kind"));
  const userId = search.get("user") ?? undefined;
  const filter: AuditFilter = { ...(kind && { kind }), ...(userId && { userId }) };
  const log = useInfiniteQuery(auditQuery(filter));
  const lines = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const choose = (wanted: string) => {
    const next = new URLSearchParams(search);
    if (wanted === "") next.delete("kind");
    else next.set("kind", wanted);
    setSearch(next);
  };
  return (
    <>
      <p className="settings-lead">{t("admin.audit.lead")}</p>
      <div className="admin-bar">
        <NativeSelect
          aria-label={t("admin.audit.kind")}
          value={kind ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: "", label: t("admin.audit.every") },
            ...KINDS.map((value) => ({ value, label: t(`admin.audit.kinds.${value}`) })),
          ]}
        />
        <Download filter={filter} />
      </div>
      {userId && (
        <p className="settings-notice">
          {t("admin.audit.ofOne")}
          {gap()}
          <Button size="compact-sm" variant="default" onClick={() => setSearch(kind ? { kind } : {})}>
            {t("admin.audit.ofAll")}
          </Button>
        </p>
      )}
      <Waiting for={log} />
      {log.data && lines.length === 0 && <p role="status">{t("admin.audit.none")}</p>}
      {lines.length > 0 && <Lines lines={lines} />}
      {log.hasNextPage && <More of={log} />}
    </>
  );
}

function Download({ filter }: { filter: AuditFilter }) {
  return (
    <div className="settings-actions">
      {(["csv", "ndjson"] as const).map((form) => (
        <Button
          key={form}
          component="a"
          variant="default"
          href={auditFile(form, filter)}
          download
          aria-label={t("admin.audit.download", { form: form.toUpperCase() })}
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
        >
          {form.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}

function Lines({ lines }: { lines: AuditLine[] }) {
  return (
    <table className="events audit">
      <thead>
        <tr>
          {(["when", "what", "by", "to", "details"] as const).map((column) => (
            <th key={column} scope="col">
              {t(`admin.audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} of={line} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ of: line }: { of: AuditLine }) {
  const isOwn = line.actor !== null && line.actor.id === line.subject?.id;
  const more = details(line.facts);
  return (
    <tr>
      <td data-label={t("admin.audit.when")}>
        <When at={line.createdAt} />
      </td>
      <td data-label={t("admin.audit.what")}>{t(`admin.audit.kinds.${line.kind}`)}</td>
      <td data-label={t("admin.audit.by")}>
        <bdi>{line.actor ? who(line.actor) : t(`admin.audit.means.${line.means}`)}</bdi>
      </td>
      <td data-label={t("admin.audit.to")} data-empty={line.subject === null || isOwn || undefined}>
        <bdi>{line.subject && !isOwn ? who(line.subject) : "–"}</bdi>
      </td>
      <td data-label={t("admin.audit.details")} data-empty={more === "" || undefined}>
        <bdi className="audit-details">{more || "–"}</bdi>
      </td>
    </tr>
  );
}
