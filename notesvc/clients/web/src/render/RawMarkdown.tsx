/** Markdown that blocks cannot say: formulas, callouts, footnotes and embeds are shown, all else is quiet source. */

import { Callout } from "./Callout";
import { calloutOf } from "./callouts";
import { EmbedView } from "./EmbedView";
import { embedOf } from "./embeds";
import { Inlines } from "./Inlines";
import { Maths } from "./Maths";
import { SourceView } from "./SourceView";

const MATHS = /^\$\$\s*([\s\S]+?)\s*\$\$$/;
const FOOTNOTE = /^\[\^([^\s[\]^]{1,64})\]:[ \t]*([\s\S]*)$/;
const PICTURE = /^!\[[^[\]\n]*\]\([^()\s]+(?:\s+"[^"\n]*")?\)$/;

export function RawMarkdown({ source }: { source: string }) {
  const written = source.trim();
  const maths = MATHS.exec(written);
  if (maths?.[1] !== undefined && !maths[1].includes("$$"))
    return <Maths tex={maths[1]} isBlock source={written} />;
  const footnotes = footnotesOf(written);
  if (footnotes) return footnotes.map((note) => <Footnote key={note.label} {...note} />);
  const embed = embedOf(written);
  if (embed) return <EmbedView embed={embed} />;
  if (PICTURE.test(written)) return <SourceView src={written} />;
  const head = /^>\s?\[!/.test(written) ? calloutOf([textOf(unquoted(written))]) : null;
  if (head)
    return (
      <Callout head={head}>
        <Paragraphs text={head.rest.map((inline) => (inline.type === "text" ? inline.text : "")).join("")} />
      </Callout>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className="raw-block" tabIndex={0} dir="auto">
      {source}
    </pre>
  );
}

const textOf = (text: string) => ({ type: "text" as const, text, styles: {} });
const unquoted = (text: string) => text.replace(/^[ \t]*>[ \t]?/gm, "");

export interface Note {
  label: string;
  text: string;
}

/** The footnotes that a block of nothing else defines. */
export function footnotesOf(source: string): Note[] | null {
  const notes: Note[] = [];
  for (const line of source.split("\n")) {
    const found = FOOTNOTE.exec(line);
    if (found) notes.push({ label: found[1] ?? "", text: found[2] ?? "" });
    else if (notes.length > 0) notes.at(-1)!.text += `\n${line.trim()}`;
    else return null;
  }
  return notes;
}

function Footnote({ label, text }: Note) {
  return (
    <div className="footnote" data-footnote={label} tabIndex={-1}>
      <span className="footnote-label">{label}</span>
      <div dir="auto">
        <Paragraphs text={text} />
      </div>
    </div>
  );
}

function Paragraphs({ text }: { text: string }) {
  const parts = text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else to be known by
    <p key={index} className="paragraph">
      <Inlines content={[{ type: "mdInline", props: { src: part } }]} />
    </p>
  ));
}
