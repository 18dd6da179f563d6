/** What another note or file is embedded with: the file or the note itself, or within a line a way to the note. */
import { IconFile, IconFileText } from "@tabler/icons-react";
import { EmbeddedFile } from "./EmbeddedFile";
import { EmbeddedNote } from "./EmbeddedNote";
import { type Embed, nameOf } from "./embeds";
import { useReading } from "./reading";
import { WikiLink } from "./WikiLink";

export function EmbedView({ embed, isInline = false }: { embed: Embed; isInline?: boolean }) {
  const { isStatic } = useReading();
  if (embed.isFile && !isStatic) return <EmbeddedFile embed={embed} isInline={isInline} />;
  const Icon = embed.isFile ? IconFile : IconFileText;
  const way = (
    <span className={isInline ? "embed is-inline" : "embed"}>
      <Icon size={isInline ? 14 : 16} stroke={1.6} aria-hidden />
      {embed.isFile ? <span>{nameOf(embed)}</span> : <WikiLink title={embed.target} alias={embed.alias} />}
    </span>
  );
  return isInline || embed.isFile ? way : <EmbeddedNote target={embed.target} way={way} />;
}
