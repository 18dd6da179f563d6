/** A tag with its colour, leading to its page. The colour is a dot beside the word, never the word alone. */
import type { CSSProperties } from "react";
import { to } from "../addresses";
import { Link } from "./Link";
import "./tag-mark.css";

export function TagMark({ tag, color }: { tag: string; color?: string | null }) {
  return (
    <Link className="tag-mark" href={to.tag(tag)} title={`#${tag}`}>
      <TagDot tag={tag} color={color} />
      <bdi>{tag}</bdi>
    </Link>
  );
}

/** The dot; a ring where there is no colour. A tag has one by its name until another is chosen. */
export function TagDot({ tag, color }: { tag?: string; color?: string | null }) {
  const style = tag || color ? inColour(tag ?? "", color) : undefined;
  return <span className="tag-dot" data-plain={style ? undefined : ""} style={style} aria-hidden />;
}

/** The colour of what is shown for the tag. */
export const inColour = (tag: string, color?: string | null): CSSProperties =>
  ({ "--tag": shadeOf(tag, color) }) as CSSProperties;

/** What was chosen, else a colour by the name: what stands below a tag has the same. */
export function shadeOf(tag: string, color?: string | null): string {
  const [first = ""] = tag.toLowerCase().split("/");
  const sum = [...first].reduce((all, sign) => (all * 31 + (sign.codePointAt(0) ?? 0)) % 9_973, 7);
  return color ?? `oklch(60% 0.1 ${HUES[sum % HUES.length]})`;
}

const HUES = [27, 55, 95, 150, 195, 250, 300, 350];
