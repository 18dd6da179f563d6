/** Pictures, sound, film and files of a document. Nothing is loaded from elsewhere unless the reader asks. */
import { IconFile, IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { learnSize } from "../state/pictureSizes";
import { Drawing } from "./Drawing";
import { namedWidth } from "./embeds";
import { destination, isOwnFile, pictureSource } from "./hrefs";
import { LinkTo } from "./LinkTo";
import { Opener } from "./Opener";
import { loadRemoteImages, useReading } from "./reading";
import { roomOf } from "./room";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

export function Media({ block }: { block: Block }) {
  const [url, name, caption] = [text(block.props?.url), text(block.props?.name), text(block.props?.caption)];
  if (url === "") return <p className="media-absent">{name || t("sidePanel.text.nothingChosen")}</p>;
  const isShown = block.props?.showPreview !== false;
  return (
    <figure className="media" data-align={text(block.props?.textAlignment) || undefined}>
      {block.type === "image" && isShown ? (
        <Picture url={url} {...sizeOf(block, name || caption)} />
      ) : (block.type === "audio" || block.type === "video") && isShown && isOwnFile(url) ? (
        <Player kind={block.type} url={url} name={name} />
      ) : (
        <FileLink url={url} name={name} />
      )}
      {caption && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}

/** A width and a height stay in the name: blocks hold a width alone. */
const sizeOf = ({ props }: Block, name: string) =>
  /\|\d+x\d+$/.test(name) ? namedWidth(name) : { name, width: props?.previewWidth };

export const isDrawing = (url: string): boolean => isOwnFile(url) && /\.svg$/i.test(url);

interface PictureProps {
  url: string;
  name: string;
  width?: unknown;
  isInline?: boolean;
}

export function Picture({ url, name, width, isInline = false }: PictureProps) {
  const { allowsRemote } = useReading();
  const [isBroken, setBroken] = useState(false);
  const source = pictureSource(url, allowsRemote);
  const className = isInline ? "picture is-inline" : "picture";
  const pixels = typeof width === "number" && width > 0 ? Math.round(width) : undefined;
  const absent = <Absent name={name} />;
  const room = roomOf(url);
  if (isDrawing(url))
    return <Drawing url={url} name={name} className={className} width={pixels} absent={absent} />;
  if (source !== null && "src" in source && !isBroken)
    return (
      <Opener name={name}>
        <img
          className={room ? `${className} is-sized` : className}
          style={room}
          src={source.src}
          alt={name}
          width={pixels}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget }) => learnSize(source.src, currentTarget)}
          onError={() => setBroken(true)}
        />
      </Opener>
    );
  if (source !== null && "host" in source) return <Elsewhere {...source} name={name} isInline={isInline} />;
  return absent;
}

function Absent({ name }: { name: string }) {
  return (
    <span className="picture-absent">
      <IconPhoto size={16} stroke={1.6} aria-hidden />
      {name ? t("sidePanel.text.pictureGoneNamed", { name }) : t("sidePanel.text.pictureGone")}
    </span>
  );
}

interface ElsewhereProps {
  host: string;
  href: string;
  name: string;
  isInline: boolean;
}

function Elsewhere({ host, href, name, isInline }: ElsewhereProps) {
  const { isStatic, allowsRemote } = useReading();
  return (
    <span className={isInline ? "picture-absent is-inline" : "picture-absent"}>
      <IconPhoto size={16} stroke={1.6} aria-hidden />
      <span>
        <LinkTo href={href}>{name || t("sidePanel.text.picture")}</LinkTo>{" "}
        <span className="quiet">{t("sidePanel.text.from", { host })}</span>
      </span>
      {!isStatic && !allowsRemote && href.startsWith("https:") && <LoadRemote />}
    </span>
  );
}

export function LoadRemote() {
  return (
    <button type="button" className="load-remote" onClick={loadRemoteImages}>
      {t("sidePanel.text.loadRemote")}
    </button>
  );
}

export function Player({ kind, url, name }: { kind: "audio" | "video"; url: string; name: string }) {
  return kind === "audio" ? (
    // biome-ignore lint/a11y/useMediaCaption: a note's own recording has no captions
    <audio className="player" src={url} controls preload="metadata" aria-label={name || undefined} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: a note's own film has no captions
    <video className="player" src={url} controls preload="metadata" aria-label={name || undefined} />
  );
}

export function FileLink({ url, name }: { url: string; name: string }) {
  const there = destination(url);
  const host = there?.kind === "outside" ? there.host : "";
  return (
    <span className="file-link">
      <IconFile size={16} stroke={1.6} aria-hidden />
      <LinkTo href={url}>{name || lastPart(url)}</LinkTo>
      {host && <span className="quiet">{t("sidePanel.text.from", { host })}</span>}
    </span>
  );
}

function lastPart(url: string): string {
  const part = url.split(/[?#]/, 1)[0]?.split("/").pop() ?? "";
  try {
    return decodeURIComponent(part) || url;
  } catch {
    return part || url;
  }
}
