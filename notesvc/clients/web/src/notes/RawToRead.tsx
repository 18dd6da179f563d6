/** Markdown to read until its surface is there: in the same letters, so that little moves then. */
import { Fragment, type ReactNode } from "react";
import { useWriting } from "../editor/writing";
import { blockIdOf } from "../render/blockIds";

/** Of more lines none is looked at. */
const MOST = 3_000;

export function RawToRead({ text }: { text: string }) {
  const { markdown } = useWriting();
  if (markdown === "plain") return <pre className="note-raw">{text}</pre>;
  const lines = text.split("\n");
  return (
    <pre className="note-raw is-to-preview">
      {lines.length > MOST
        ? text
        : pieces(lines).map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
            <Shown key={at} {...piece} />
          ))}
    </pre>
  );
}

interface Piece {
  text: string;
  isCode: boolean;
}

/** The lines one by one, each block of code as a whole. */
function pieces(lines: readonly string[]): Piece[] {
  const found: Piece[] = [];
  let fence = "";
  for (const text of lines) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? "";
    if (fence !== "") found.at(-1)!.text += `\n${text}`;
    else found.push({ text, isCode: mark !== "" });
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
  }
  return found;
}

/** Signs that the surface shows only where the caret is are there and not seen; `first_view/note.py` does the same. */
function Shown({ text, isCode }: Piece) {
  if (isCode)
    return (
      <>
        <span className="note-raw-code">{text}</span>
        {"\n"}
      </>
    );
  const head = /^(#{1,4})[ \t]+/.exec(text);
  const id = blockIdOf(text);
  const said = (
    <>
      <Words words={text.slice(head?.[0].length ?? 0, id?.start)} />
      {id && <span className="block-id">{text.slice(id.start)}</span>}
    </>
  );
  const words = head ? (
    <span className={`note-raw-h${head[1]?.length}`}>
      <Sign text={head[0]} />
      {said}
    </span>
  ) : (
    said
  );
  return (
    <Fragment>
      {words}
      {"\n"}
    </Fragment>
  );
}

const SIGNS = /(\*\*|__|~~|==|\*)(?=\S)(.*?\S)\1/g;

const MARKED: Record<string, "em" | "s" | "mark"> = { "*": "em", "~~": "s", "==": "mark" };

function Words({ words }: { words: string }) {
  if (/[`\\]|:\/\//.test(words)) return words;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { index, 0: whole, 1: sign = "", 2: within } of words.matchAll(SIGNS)) {
    const Tag = MARKED[sign] ?? "strong";
    parts.push(words.slice(at, index), <Sign text={sign} key={index} />);
    parts.push(<Tag key={`${index} words`}>{within}</Tag>);
    parts.push(<Sign text={sign} key={`${index} end`} />);
    at = index + whole.length;
  }
  return [...parts, words.slice(at)];
}

const Sign = ({ text }: { text: string }) => <span className="note-raw-sign">{text}</span>;
