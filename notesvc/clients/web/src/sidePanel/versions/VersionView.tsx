/** The text of a version, or how it differs. */
import { useQuery } from "@tanstack/react-query";
import type { Block } from "../../blocks";
import { t } from "../../i18n";
import { Blocks } from "../../render/Blocks";
import { Differences } from "../../ui/differences/Differences";
import { Unready } from "../../ui/States";
import { diffQuery, type Version, versionQuery } from "./versionsQuery";

export type Look = "changes" | "since" | "text" | "source";

export function VersionView({ version, look, stamp }: { version: Version; look: Look; stamp: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="version-view" tabIndex={0} aria-label={t(`sidePanel.versions.look.${look}`)}>
      {look === "changes" || look === "since" ? (
        <Compared id={version.id} against={look === "since" ? "current" : "before"} stamp={stamp} />
      ) : (
        <Whole id={version.id} noteId={version.noteId} isSource={look === "source"} />
      )}
    </section>
  );
}

function Compared({ id, against, stamp }: { id: string; against: "before" | "current"; stamp: string }) {
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

function Whole({ id, noteId, isSource }: { id: string; noteId: string; isSource: boolean }) {
  const { data, error, refetch } = useQuery(versionQuery(id));
  if (!data) return <Unready rows={4} error={error} retry={() => void refetch()} />;
  const blocks = data.richContent as Block[] | null;
  return (
    <>
      <h2 className="version-name" dir="auto">
        {data.name || t("common.untitled")}
      </h2>
      {blocks && !isSource ? (
        <Blocks blocks={blocks} noteId={noteId} />
      ) : (
        <pre className="version-source" dir="auto">
          {data.content}
        </pre>
      )}
      {data.content === "" && <p className="rail-said">{t("sidePanel.versions.blank")}</p>}
    </>
  );
}
