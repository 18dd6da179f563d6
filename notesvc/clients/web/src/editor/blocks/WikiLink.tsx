/** A link to another note, by its title: `[[Title]]`, `[[Title#Heading|as shown]]`, `[[Title#^id]]`. */
import { createReactInlineContentSpec } from "@blocknote/react";
import { useContext, useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { HoverPreview } from "../../render/HoverPreview";
import { useReading } from "../../render/reading";
import { wikiLabel, wikiTarget } from "../../render/titles";
import { openMade } from "../../ui/firstWords";
import { Link } from "../../ui/Link";
import { createNote } from "../workspaceContext";
import { WorkspaceOfNote } from "./contexts";
import { PieceWithPopover } from "./PieceWithPopover";

export const wikiLink = createReactInlineContentSpec(
  {
    type: "wikiLink",
    propSchema: { title: { default: "" }, alias: { default: "" } },
    content: "none",
  },
  {
    render: ({ inlineContent }) => (
      <WikiLink title={inlineContent.props.title} alias={inlineContent.props.alias} />
    ),
    toExternalHTML: ({ inlineContent }) => (
      <span data-wiki-title={inlineContent.props.title} data-wiki-alias={inlineContent.props.alias}>
        {inlineContent.props.alias || inlineContent.props.title}
      </span>
    ),
    parse: (element) =>
      element.dataset.wikiTitle === undefined
        ? undefined
        : { title: element.dataset.wikiTitle, alias: element.dataset.wikiAlias ?? "" },
  },
);

function WikiLink({ title: written, alias }: { title: string; alias: string }) {
  const { resolve, noteId, isGuest } = useReading();
  const { title, anchor } = wikiTarget(written);
  const label = wikiLabel(written, alias);
  const id = title === "" ? noteId : resolve(title);
  if (id === null) return <Missing title={title} label={label} />;
  if (id === undefined) return <span className={isGuest ? "no-link" : "wiki-link"}>{label}</span>;
  return (
    <HoverPreview noteId={id}>
      <Link className="wiki-link" href={to.note(id, anchor)} draggable={false} contentEditable={false}>
        {label}
      </Link>
    </HoverPreview>
  );
}

/** Nothing has this title yet: the link offers to make it. */
function Missing({ title, label }: { title: string; label: string }) {
  const workspace = useContext(WorkspaceOfNote);
  const [isAsking, ask] = useState(false);
  const create = async () => {
    ask(false);
    if (workspace)
      await openMade(
        () => createNote(workspace, title),
        (id) => workspace.go(to.note(id)),
      );
  };
  const offer = t("editor.wiki.missing", { name: title });
  return (
    <PieceWithPopover
      className="wiki-link is-missing"
      title={offer}
      isOpen={isAsking}
      onChange={ask}
      label={label}
    >
      <p>{offer}</p>
      <button type="button" className="note-ask-do" data-autofocus onClick={() => void create()}>
        {t("editor.menu.createNote", { name: title })}
      </button>
    </PieceWithPopover>
  );
}
