/** A block of code, coloured once its language's grammar has come; diagrams are drawn instead. */
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { t } from "../i18n";
import { whenIdle } from "../ui/idle";
import { Change } from "./changes/Change";
import type { Piece } from "./changes/marks";
import { colours, type Line, languageName } from "./highlighter";
import { useReading } from "./reading";

const Mermaid = lazy(() => import("./Mermaid"));

interface Props {
  text: string;
  language: string;
  /** What came and what went, instead of the language's colours. */
  changed?: Piece<string>[] | undefined;
}

export function Code({ text, language, changed }: Props) {
  const { isStatic } = useReading();
  if (language.toLowerCase() === "mermaid" && !isStatic)
    return (
      <Suspense fallback={<Source text={text} language="" />}>
        <Mermaid source={text} />
      </Suspense>
    );
  return <Source text={text} language={language} changed={changed} />;
}

export function Source({ text, language, changed }: Props) {
  const { isStatic } = useReading();
  const lines = useColours(text, language, !isStatic && changed === undefined);
  return (
    <div className="code" dir="ltr" data-language={language || undefined}>
      {!isStatic && (
        <div className="code-head">
          <span>{languageName(language)}</span>
          <CopyButton text={text} />
        </div>
      )}
      <pre tabIndex={isStatic ? undefined : 0}>
        <code>{changed ? changed.map(pieceOf) : lines === null ? text : lines.map(coloured)}</code>
      </pre>
    </div>
  );
}

function pieceOf({ op, said }: Piece<string>, index: number) {
  if (op === undefined) return said;
  return (
    <Change key={index} op={op}>
      {said}
    </Change>
  );
}

function coloured(line: Line, index: number) {
  return (
    <span key={index}>
      {index > 0 && "\n"}
      {line.map((part, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: neither have the parts of a line
          key={at}
          style={{ color: part.colour, fontStyle: part.isItalic ? "italic" : undefined }}
        >
          {part.text}
        </span>
      ))}
    </span>
  );
}

function useColours(text: string, language: string, isWanted: boolean): Line[] | null {
  const [found, setFound] = useState<{ text: string; language: string; lines: Line[] } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    // The text is there to be read before its colours are.
    const cancel = whenIdle(() => {
      colours(text, language).then(
        (lines) => {
          if (isHere && lines) setFound({ text, language, lines });
        },
        () => {},
      );
    }, 2_000);
    return () => {
      isHere = false;
      cancel();
    };
  }, [text, language, isWanted]);
  return found?.text === text && found.language === language ? found.lines : null;
}

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const later = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(later);
  }, [isCopied]);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className="code-copy"
      aria-label={isCopied ? t("common.copied") : t("sidePanel.text.copyCode")}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon size={14} stroke={1.6} aria-hidden />
    </button>
  );
}
