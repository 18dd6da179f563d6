/** Pictures, films, sounds and files in the text: with the way they are uploaded, and none loaded from elsewhere unasked. */
import {
  AudioBlock,
  createReactBlockSpec,
  FileBlockWrapper,
  ImageBlock,
  ReactAudioBlock,
  ReactFileBlock,
  ReactImageBlock,
  ReactVideoBlock,
  VideoBlock,
} from "@blocknote/react";
import type { ComponentType } from "react";
import type { Block } from "../../blocks";
import { isDrawing, Media } from "../../render/Media";
import { allowsRemoteImages } from "../../render/reading";
import { roomOf } from "../../render/room";
import { InPlace } from "../upload/InPlace";
import { isMark } from "../upload/transfer";

interface Given {
  block: Block & { id: string; props: { url?: string; previewWidth?: number } };
  editor: { removeBlocks(ids: string[]): unknown };
}

/** The spec, with what it shows put behind an upload and, from elsewhere, behind a question. */
function waiting<S extends () => { config: unknown; implementation: unknown }>(
  spec: S,
  Shown: ComponentType<never>,
): S {
  const made = spec() as unknown as { config: never; implementation: object };
  const Inner = Shown as ComponentType<object>;
  const Placed = (props: Given) => (
    <InPlace
      blockId={props.block.id}
      url={props.block.props.url ?? ""}
      remove={() => props.editor.removeBlocks([props.block.id])}
    >
      {isShownByReader(props.block) ? (
        <Media block={props.block} />
      ) : (
        // What BlockNote shows knows its first width only, and those that it was dragged to.
        <div className="picture-room" style={roomOf(props.block.props.url ?? "")}>
          <Inner key={props.block.props.previewWidth} {...props} />
        </div>
      )}
    </InPlace>
  );
  return createReactBlockSpec(made.config, {
    ...made.implementation,
    render: Placed,
  } as never) as unknown as S;
}

export const image = waiting(ReactImageBlock, ImageBlock as ComponentType<never>)();
export const video = waiting(ReactVideoBlock, VideoBlock as ComponentType<never>)();
export const audio = waiting(ReactAudioBlock, AudioBlock as ComponentType<never>)();
export const file = waiting(ReactFileBlock, FileBlockWrapper as ComponentType<never>)();

/** A drawing must stay an image in which nothing runs; what lies elsewhere is asked for first. */
const isShownByReader = (block: Given["block"]) =>
  isElsewhere(block) ||
  isMark(block.props.url ?? "") ||
  (block.type === "image" && isDrawing(block.props.url ?? ""));

/** Loading it would tell its host who reads this note: only where the reader asks for it. */
function isElsewhere({ type, props }: Given["block"]): boolean {
  return type !== "file" && /^https?:/i.test(props.url ?? "") && !(type === "image" && allowsRemoteImages());
}
