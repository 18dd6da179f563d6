/** `![[picture.png]]`: the file of that name, looked up and shown as what it is. */
import { IconFile } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import { client } from "../state/client";
import { fileQuery } from "../state/files";
import { type Embed, nameOf, pathOf } from "./embeds";
import { FileLink, Picture, Player } from "./Media";
import { useReading } from "./reading";

interface Props {
  embed: Embed;
  isInline: boolean;
  /** What is shown where no file is meant. */
  otherwise: ReactNode;
}

export function EmbeddedFile({ embed, isInline, otherwise }: Props) {
  const { noteId } = useReading();
  const { data: file, error } = useQuery(fileQuery(pathOf(embed), noteId), client);
  const name = nameOf(embed);
  if (file) {
    const [kind] = file.type.split("/");
    if (kind === "image")
      return <Picture url={file.url} name={embed.alias || name} width={embed.width} isInline={isInline} />;
    if (kind === "audio" || kind === "video") return <Player kind={kind} url={file.url} name={name} />;
    return <FileLink url={file.url} name={embed.alias || name} />;
  }
  if (file === null && otherwise) return otherwise;
  return (
    <span className={isInline ? "embed is-inline" : "embed"}>
      <IconFile size={isInline ? 14 : 16} stroke={1.6} aria-hidden />
      <span>{saidOf(name, file, error)}</span>
    </span>
  );
}

function saidOf(name: string, file: null | undefined, error: unknown): string {
  if (file === null) return t("sidePanel.text.fileGone", { name });
  return error ? t("common.about", { what: name, said: sentence(error) }) : name;
}
