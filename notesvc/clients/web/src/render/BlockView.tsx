/** One block of a document, with the blocks within it. */
import { memo, type ReactNode } from "react";
import type { Block, Inline } from "../blocks";
import { Callout } from "./Callout";
import { Code } from "./Code";
import { calloutOf } from "./callouts";
import { Change } from "./changes/Change";
import { grouped } from "./grouping";
import { directionOf, levelOf, plain } from "./headings";
import { coloursOf, Inlines } from "./Inlines";
import { ListView } from "./ListView";
import { Media } from "./Media";
import { RawMarkdown } from "./RawMarkdown";
import { useReading } from "./reading";
import { alignment, TableView } from "./TableView";

/** Blocks in order, with the items of lists put together. */
export function BlockList({ blocks }: { blocks: readonly Block[] | undefined }) {
  const { marks } = useReading();
  if (!blocks?.length) return null;
  // Blocks that were never stored have no ids of their own, so their place is what they are known by.
  return grouped(blocks).map((group, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    if (group.kind === "list") return <ListView key={index} group={group} />;
    const op = marks?.ops.get(group.block);
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    const view = <BlockView key={index} block={group.block} />;
    if (op === undefined) return view;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Change key={index} op={op} isBlock>
        {view}
      </Change>
    );
  });
}

export const BlockView = memo(function BlockView({ block }: { block: Block }) {
  const content = Array.isArray(block.content) ? block.content : undefined;
  switch (block.type) {
    case "heading":
      return <HeadingView block={block} content={content} />;
    case "quote":
      return <QuoteView block={block} content={content ?? []} />;
    case "codeBlock":
      return (
        <>
          <CodeView block={block} />
          <Within block={block} />
        </>
      );
    case "table":
      return (
        <>
          {block.content && !Array.isArray(block.content) && <TableView content={block.content} />}
          <Within block={block} />
        </>
      );
    case "image":
    case "video":
    case "audio":
    case "file":
      return (
        <>
          <Media block={block} />
          <Within block={block} />
        </>
      );
    case "divider":
      return <hr />;
    case "rawMarkdown":
      return <RawMarkdown source={plain(content)} />;
    default:
      return (
        <>
          <p className="paragraph" dir="auto" {...lookOf(block)}>
            <Inlines content={content} />
          </p>
          <Within block={block} />
        </>
      );
  }
});

function CodeView({ block }: { block: Block }) {
  const changed = useReading().marks?.codes.get(block);
  return (
    <Code text={plain(block.content)} language={String(block.props?.language ?? "")} changed={changed} />
  );
}

/** Alignment and colours of a block. Its direction is said once, by what stands around all that belongs to it. */
export function lookOf(block: Block) {
  return { style: alignment(block.props?.textAlignment), ...coloursOf(block.props) } as const;
}

function Within({ block }: { block: Block }): ReactNode {
  if (!block.children?.length) return null;
  return (
    <div className="within" dir={directionOf(block.content)}>
      <BlockList blocks={block.children} />
    </div>
  );
}

function HeadingView({ block, content }: { block: Block; content: Inline[] | undefined }) {
  const level = levelOf(block);
  // The page's own first heading is the note's name.
  const Tag = `h${Math.min(6, level + 1)}` as "h2";
  const heading = (
    <Tag className="heading" data-level={level} dir="auto" {...lookOf(block)}>
      <Inlines content={content} />
    </Tag>
  );
  if (block.props?.isToggleable !== true)
    return (
      <>
        {heading}
        <Within block={block} />
      </>
    );
  return (
    <details className="toggle" open>
      <summary>{heading}</summary>
      <Within block={block} />
    </details>
  );
}

function QuoteView({ block, content }: { block: Block; content: Inline[] }) {
  const { marks } = useReading();
  const head = marks?.heads.get(content) ?? calloutOf(content);
  const said = head ? head.rest : content;
  const inside = (
    <>
      {said.length > 0 && (
        <p className={head ? "paragraph is-said" : "paragraph"} {...lookOf(block)}>
          <Inlines content={said} />
        </p>
      )}
      <BlockList blocks={block.children} />
    </>
  );
  return head ? <Callout head={head}>{inside}</Callout> : <blockquote dir="auto">{inside}</blockquote>;
}
