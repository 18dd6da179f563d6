/** Rename a tag everywhere: says first how many notes change, and whether two tags become one. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { gap, t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { failed } from "../../notices";
import { useTags } from "../../state/tags";
import { renameOutcome } from "../../state/tagTree";
import { RenameDialog } from "../RenameDialog";
import { notesWith, renameTag, sayRenamed } from "./tag-writing";

interface Props {
  tag: string;
  onClose: () => void;
  /** The tag is another one now: show that page. */
  onRenamed: (tag: string) => void;
}

export function RenameTag({ tag, onClose, onRenamed }: Props) {
  const [name, setName] = useState(tag);
  const tags = useTags().data ?? [];
  const count = useQuery({
    queryKey: ["tags", "notes with", tag],
    queryFn: () => notesWith(tag),
    staleTime: 0,
  });
  const outcome = renameOutcome(tags, tag, name);
  const rename = async () => {
    if (outcome === "same" || outcome === "no tag") throw new Error(t("pages.tag.rule"));
    const renamed = await renameTag(tag, name.trim());
    onRenamed(renamed.tag);
    const back = () =>
      void renameTag(renamed.tag, tag)
        .then(() => onRenamed(tag))
        .catch((error) => failed(error, t("pages.tag.undoFailed")));
    sayRenamed(tag, renamed.tag, outcome === "merge" ? undefined : back);
  };
  return (
    <RenameDialog
      title={t("pages.tag.rename", { tag })}
      label={t("pages.tag.newName")}
      name={name}
      maxLength={33}
      error={outcome === "no tag" && name.trim() !== "" ? t("pages.tag.rule") : undefined}
      action={outcome === "merge" ? t("pages.tag.merge") : t("common.rename")}
      isOff={outcome === "same" || outcome === "no tag"}
      onName={setName}
      onYes={rename}
      onClose={onClose}
    >
      {count.isError && sentence(count.error)}
      {count.data !== undefined && t("pages.tag.willChange", { count: count.data })}
      {gap()}
      {outcome === "merge" && t("pages.tag.willMerge", { from: tag, to: name.trim().replace(/^#/, "") })}
    </RenameDialog>
  );
}
