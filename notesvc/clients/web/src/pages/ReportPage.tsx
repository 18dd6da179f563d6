/** What is wrong with the links: to nothing, to several notes, and notes without any. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { Rows } from "../ui/Rows";
import { Empty, Shown } from "../ui/States";
import { NoteRow } from "./NoteRow";
import { LinkLine } from "./report/LinkLine";
import { linkRows, MOST, type Report, reportQuery } from "./report/report";
import "./report/report.css";

export default function ReportPage() {
  const report = useQuery(reportQuery);
  return (
    <main className="page">
      <Heading title={t("pages.report.title")} lead={t("pages.report.lead")} />
      <Shown query={report}>{(found) => <Findings report={found} />}</Shown>
    </main>
  );
}

function Findings({ report }: { report: Report }) {
  const { broken, ambiguous, orphans } = report;
  if (broken.length + ambiguous.length + orphans.length === 0) {
    return (
      <Empty title={t("pages.report.emptyTitle")}>
        <p>{t("pages.report.empty")}</p>
        <Link href={to.graph}>{t("pages.graph.title")}</Link>
      </Empty>
    );
  }
  return (
    <>
      <Links
        findings={broken}
        title={t("pages.report.broken")}
        about={t("pages.report.brokenAbout")}
        isBroken
      />
      <Links
        findings={ambiguous}
        title={t("pages.report.ambiguous")}
        about={t("pages.report.ambiguousAbout")}
      />
      <Part
        title={t("pages.report.orphans")}
        about={t("pages.report.orphansAbout")}
        count={orphans.length}
        isCut={orphans.length >= MOST}
      >
        <Rows items={orphans} keyOf={(note) => note.id} label={t("pages.report.orphans")}>
          {(note) => <NoteRow note={note} />}
        </Rows>
      </Part>
    </>
  );
}

interface LinksProps {
  findings: Report["broken"];
  title: string;
  about: string;
  isBroken?: boolean;
}

function Links({ findings, title, about, isBroken = false }: LinksProps) {
  const rows = linkRows(findings);
  return (
    <Part title={title} about={about} count={rows.length} isCut={findings.length >= MOST}>
      <Rows items={rows} keyOf={(row) => row.key} label={title}>
        {(row) => <LinkLine row={row} isBroken={isBroken} />}
      </Rows>
    </Part>
  );
}

interface PartProps {
  title: string;
  about: string;
  count: number;
  isCut: boolean;
  children: ReactNode;
}

function Part({ title, about, count, isCut, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="report-count">{isCut ? `${count}+` : count}</span>
      </h2>
      {count === 0 ? (
        <p className="report-none">{t("pages.report.none")}</p>
      ) : (
        <>
          <p className="report-about">{about}</p>
          {children}
          {isCut && <p className="report-about">{t("pages.report.cut", { count: MOST })}</p>}
        </>
      )}
    </section>
  );
}
