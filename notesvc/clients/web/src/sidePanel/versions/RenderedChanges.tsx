/** How a version differs, as the note is read. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { t } from "../../i18n";
import { Blocks } from "../../render/Blocks";
import { ChangedBlocks, isSame, isSource } from "../../render/changes/ChangedBlocks";
import { compare } from "../../render/changes/compare";
import { Unready } from "../../ui/States";
import { type Text, textQuery, type Version } from "./versionsQuery";

interface Props {
  version: Version;
  /** What it is compared with; null for nothing, of the first version. */
  other: { id: string; isBefore: boolean } | null;
  stamp: string;
  /** Shown for texts that are too long to be read as blocks. */
  source: ReactNode;
}

export function RenderedChanges({ version, other, stamp, source }: Props) {
  const mine = useQuery(textQuery(version.id, version.noteId, ""));
  const theirs = useQuery({
    ...textQuery(other?.id ?? "", version.noteId, stamp),
    enabled: other !== null,
  });
  const error = mine.error ?? theirs.error;
  if (!mine.data || (other && !theirs.data))
    return <Unready rows={4} error={error} retry={() => void (mine.data ? theirs : mine).refetch()} />;
  if (!other || !theirs.data)
    return (
      <>
        <p className="version-first">{t("sidePanel.versions.first")}</p>
        <Blocks blocks={mine.data.blocks} noteId={version.noteId} />
      </>
    );
  if (isSource(mine.data.blocks) || isSource(theirs.data.blocks)) return source;
  const [before, after] = other.isBefore ? [theirs.data, mine.data] : [mine.data, theirs.data];
  return <Between before={before} after={after} noteId={version.noteId} isBefore={other.isBefore} />;
}

interface BetweenProps {
  before: Text;
  after: Text;
  noteId: string;
  isBefore: boolean;
}

function Between({ before, after, noteId, isBefore }: BetweenProps) {
  const compared = useMemo(() => compare(before.blocks, after.blocks), [before, after]);
  if (!isSame(compared)) return <ChangedBlocks compared={compared} noteId={noteId} />;
  const same = t(`sidePanel.versions.same.${isBefore ? "before" : "current"}`);
  return (
    <p className="rail-said">
      {before.content === after.content ? same : t("sidePanel.versions.same.rendered")}
    </p>
  );
}
