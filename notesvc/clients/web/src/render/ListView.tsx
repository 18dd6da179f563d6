/** A list: bullets, numbers, tasks or toggles. */
import { memo } from "react";
import type { Block } from "../blocks";
import { BlockList, lookOf } from "./BlockView";
import { Change } from "./changes/Change";
import type { Group } from "./grouping";
import { plain } from "./headings";
import { Inlines } from "./Inlines";
import { useReading } from "./reading";

export function ListView({ group }: { group: Extract<Group, { kind: "list" }> }) {
  const items = group.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items may have no ids, their place is what they are known by
    <Item key={index} block={item} kind={group.list} />
  ));
  if (group.list === "numbers")
    return (
      <ol className="list" start={group.start}>
        {items}
      </ol>
    );
  return <ul className={`list is-${group.list}`}>{items}</ul>;
}

const Item = memo(function Item({ block, kind }: { block: Block; kind: string }) {
  const content = Array.isArray(block.content) ? block.content : undefined;
  const { marks } = useReading();
  const op = marks?.ops.get(block);
  const words = <Inlines content={content} />;
  const line = (
    <p className="item" {...lookOf(block)}>
      {op ? <Change op={op}>{words}</Change> : words}
    </p>
  );
  if (kind === "toggles")
    return (
      <li dir="auto">
        <details className="toggle" open={marks !== undefined}>
          <summary>{line}</summary>
          <BlockList blocks={block.children} />
        </details>
      </li>
    );
  if (kind !== "tasks")
    return (
      <li dir="auto">
        {line}
        <BlockList blocks={block.children} />
      </li>
    );
  const isDone = block.props?.checked === true;
  return (
    <li dir="auto" data-done={isDone || undefined}>
      <input
        type="checkbox"
        className="task-box"
        checked={isDone}
        disabled
        readOnly
        aria-label={plain(content)}
      />
      <div>
        {line}
        <BlockList blocks={block.children} />
      </div>
    </li>
  );
});
