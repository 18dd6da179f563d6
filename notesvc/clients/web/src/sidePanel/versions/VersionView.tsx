/** The text of a version, or how it differs. */
import { useQuery } from "@tanstack/react-query";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { Blocks } from "../../render/Blocks";
import { Differences } from "../../ui/differences/Differences";
import { Unready } from "../../ui/States";
import { useChangesLook } from "./changesLook";
import { RenderedChanges } from "./RenderedChanges";
import { diffQuery, textQuery, type Version } from "./versionsQuery";

export type Look = "changes" | "since" | "text" | "source";

interface Props {
  version: Version;
  /** The one before it. */
  before: Version | undefined;
  look: Look;
  stamp: string;
}

export function VersionView({ version, before, look, stamp }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="version-view" tabIndex={0} aria-label={t(`sidePanel.versions.look.${look}`)}>
      {look === "changes" || look === "since" ? (
        <Compared version={version} before={before} isSince={look === "since"} stamp={stamp} />
      ) : (
        <Whole version={version} isSource={look === "source"} />
      )}
    </section>
  );
}

function Compared({ version, before, isSince, stamp }: Omit<Props, "look"> & { isSince: boolean }) {
  const source = <Source id={version.id} against={isSince ? "current" : "before"} stamp={stamp} />;
  if (useChangesLook() === "source") return source;
  const other = isSince
    ? { id: "current", isBefore: false }
    : before
      ? { id: before.id, isBefore: true }
      : null;
  return <RenderedChanges version={version} other={other} stamp={stamp} source={source} />;
}

function Source({ id, against, stamp }: { id: string; against: "before" | "current"; stamp: string }) {
  const { data, error, refetch } = useQuery(diffQuery(id, against, stamp));
  if (!data) return <Unready rows={4} error={error} retry={() => void refetch()} />;
  if (data.every((hunk) => hunk.op === "equal"))
    return <p className="rail-said">{t(`sidePanel.versions.same.${against}`)}</p>;
  if (against === "before" && data.every((hunk) => hunk.op === "insert"))
    return (
      <>
        <p className="version-first">{t("sidePanel.versions.first")}</p>
        <div className="differences" dir="auto">
          {data.map((hunk) => hunk.text).join("")}
        </div>
      </>
    );
  return <Differences hunks={data} />;
}

function Whole({ version, isSource }: { version: Version; isSource: boolean }) {
  const { data, error, refetch } = useQuery(textQuery(version.id, version.noteId, ""));
  if (!data) return <Unready rows={4} error={error} retry={() => void refetch()} />;
  return (
    <>
      <h2 className="version-name" dir="auto">
        {nameOfNote(version.name)}
      </h2>
      {!isSource ? (
        <Blocks blocks={data.blocks} noteId={version.noteId} />
      ) : (
        <pre className="version-source" dir="auto">
          {data.content}
        </pre>
      )}
      {data.content === "" && <p className="rail-said">{t("sidePanel.versions.blank")}</p>}
    </>
  );
}
