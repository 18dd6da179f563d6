/** What another note or file is embedded with: the file or the note itself, or within a line a way to the note. */
import { IconFile, IconFileText } from "@tabler/icons-react";
import { EmbeddedFile } from "./EmbeddedFile";
import { EmbeddedNote } from "./EmbeddedNote";
import { type Embed, nameOf } from "./embeds";
import { useReading } from "./reading";
import { wikiTarget } from "./titles";
import { WikiLink } from "./WikiLink";

interface Props {
  embed: Embed;
  isInline?: boolean;
}

export function EmbedView({ embed, isInline = false }: Props) {
  const { isStatic, resolve } = useReading();
  if (!embed.isFile) return <NoteView embed={embed} isInline={isInline} />;
  if (isStatic) return <Way embed={embed} isInline={isInline} />;
  // Titles may end as names of files do.
  const isNote = !!resolve(wikiTarget(embed.target).title);
  const otherwise = isNote && <NoteView embed={embed} isInline={isInline} />;
  return <EmbeddedFile embed={embed} isInline={isInline} otherwise={otherwise} />;
}

function NoteView({ embed, isInline = false }: Props) {
  const way = <Way embed={{ ...embed, isFile: false }} isInline={isInline} />;
  return isInline ? way : <EmbeddedNote target={embed.target} way={way} />;
}

function Way({ embed, isInline = false }: Props) {
  const Icon = embed.isFile ? IconFile : IconFileText;
  return (
    <span className={isInline ? "embed is-inline" : "embed"}>
      <Icon size={isInline ? 14 : 16} stroke={1.6} aria-hidden />
      {embed.isFile ? <span>{nameOf(embed)}</span> : <WikiLink title={embed.target} alias={embed.alias} />}
    </span>
  );
}
