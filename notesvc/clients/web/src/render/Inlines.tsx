/** The content of a line: styles, links, tokens. */
import { Fragment, type ReactNode } from "react";
import type { Inline } from "../blocks";
import { splitAtId } from "./blockIds";
import { Change } from "./changes/Change";
import type { Piece } from "./changes/marks";
import { plain } from "./headings";
import { highlightsOf, SIGN } from "./highlights";
import { closed, type Nested } from "./inlineTags";
import { LinkTo } from "./LinkTo";
import { useReading } from "./reading";
import { SourceView } from "./SourceView";
import { readSource, type Shown } from "./source";
import { TokenView } from "./TokenView";
import { tokensOf } from "./tokens";
import { OpensPictures } from "./viewer";
import { WikiLink } from "./WikiLink";

type Styles = Record<string, boolean | string>;

export function Inlines({ content }: { content: readonly Inline[] | undefined }) {
  const { marks } = useReading();
  const changed = content && marks?.lines.get(content);
  if (!content?.length && !changed) return null;
  const { line, sign } = splitAtId(content ?? []);
  return (
    <>
      {changed ? changed.map(pieceOf) : shownOf(line)}
      {sign && <span className="block-id">{sign}</span>}
    </>
  );
}

function shownOf(line: readonly Shown[]): ReactNode {
  const shown = line.flatMap((inline): Shown[] =>
    inline.type === "mdInline" ? readSource(inline.props.src) : [inline],
  );
  return closed(shown).map((each, index) => piece(each, index));
}

function pieceOf({ op, said }: Piece<Shown[]>, key: number): ReactNode {
  if (op === undefined) return <Fragment key={key}>{shownOf(said)}</Fragment>;
  return (
    <Change key={key} op={op}>
      {shownOf(said)}
    </Change>
  );
}

function piece(inline: Nested, key: number): ReactNode {
  switch (inline.type) {
    case "element": {
      const Tag = inline.tag;
      return <Tag key={key}>{inline.content?.map(piece)}</Tag>;
    }
    case "marked":
      return (
        <Styled key={key} styles={inline.styles} shown={inline.content.map((each, at) => piece(each, at))} />
      );
    case "text":
      return <Text key={key} text={inline.text} styles={inline.styles} />;
    case "link":
      return (
        <LinkTo key={key} href={inline.href} isBare={plain(inline.content) === inline.href}>
          {/* A press on a picture in a link follows the link. */}
          <OpensPictures value={false}>{(inline.content as Shown[]).map(label)}</OpensPictures>
        </LinkTo>
      );
    case "wikiLink":
      return <WikiLink key={key} title={inline.props.title} alias={inline.props.alias} />;
    case "mdInline":
      return <SourceView key={key} src={inline.props.src} />;
    default:
      return null;
  }
}

/** What is said within a link; nothing in there leads elsewhere. */
function label(inline: Shown, key: number): ReactNode {
  if (inline.type === "text") return <Styled key={key} styles={inline.styles} shown={inline.text} />;
  if (inline.type === "mdInline") return <SourceView key={key} src={inline.props.src} />;
  if (inline.type === "wikiLink") return inline.props.alias || inline.props.title;
  return <Fragment key={key}>{(inline.content as Shown[]).map(label)}</Fragment>;
}

function Text({ text, styles }: { text: string; styles: Styles | undefined }) {
  if (styles?.code) return <Styled styles={styles} shown={text} />;
  const marked = highlightsOf(text);
  if (marked.length === 0) return <Styled styles={styles} shown={<Words text={text} />} />;
  let from = 0;
  const parts: ReactNode[] = [];
  for (const { start, end } of marked) {
    parts.push(<Words key={from} text={text.slice(from, start)} />);
    parts.push(
      <mark key={start}>
        <Words text={text.slice(start + SIGN, end - SIGN)} />
      </mark>,
    );
    from = end;
  }
  parts.push(<Words key={from} text={text.slice(from)} />);
  return <Styled styles={styles} shown={parts} />;
}

/** Text with what in it can be followed. */
function Words({ text }: { text: string }) {
  const { names, leadsTo } = useReading();
  const tokens = tokensOf(text, names).filter(
    ({ kind, value }) => kind !== "address" || leadsTo === undefined || leadsTo(value),
  );
  if (tokens.length === 0) return text;
  let from = 0;
  const parts: ReactNode[] = [];
  for (const token of tokens) {
    parts.push(text.slice(from, token.start));
    parts.push(<TokenView key={token.start} token={token} written={text.slice(token.start, token.end)} />);
    from = token.end;
  }
  parts.push(text.slice(from));
  return parts;
}

const MARKS = [
  ["bold", "strong"],
  ["italic", "em"],
  ["underline", "u"],
  ["strike", "s"],
  ["code", "code"],
] as const;

function Styled({ styles, shown }: { styles: Styles | undefined; shown: ReactNode }) {
  if (styles === undefined) return shown;
  let around = shown;
  for (const [style, Tag] of [...MARKS].reverse()) if (styles[style]) around = <Tag>{around}</Tag>;
  const colours = coloursOf(styles);
  return colours === null ? around : <span {...colours}>{around}</span>;
}

/** The attributes that colour text or ground; the names are the editor's. */
export function coloursOf(from: Record<string, unknown> | undefined): Record<string, string> | null {
  const [text, ground] = [from?.textColor, from?.backgroundColor];
  const isSet = (value: unknown): value is string =>
    typeof value === "string" && value !== "" && value !== "default";
  if (!isSet(text) && !isSet(ground)) return null;
  return {
    ...(isSet(text) && { "data-text-color": text }),
    ...(isSet(ground) && { "data-background-color": ground }),
  };
}
