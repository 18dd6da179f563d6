/** A tag with its colour, leading to its page. The colour is a dot beside the word, never the word alone. */
import type { CSSProperties } from "react";
import { to } from "../addresses";
import { Link } from "./Link";
import "./tag-mark.css";

export function TagMark({ tag, color }: { tag: string; color?: string | null }) {
  return (
    <Link className="tag-mark" href={to.tag(tag)} title={`#${tag}`}>
      <TagDot color={color} />
      <bdi>{tag}</bdi>
    </Link>
  );
}

/** The dot; a ring for a tag without a colour. */
export function TagDot({ color }: { color?: string | null }) {
  const style = color ? ({ "--tag": color } as CSSProperties) : undefined;
  return <span className="tag-dot" data-plain={color ? undefined : ""} style={style} aria-hidden />;
}
