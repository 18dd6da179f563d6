/** Titles, tags and notes that a model proposes: one click takes one. */
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../i18n";

interface Props {
  kind: "title" | "tags" | "links";
  /** One proposal a line. */
  content: string;
  onTake: (chosen: string) => void;
}

export function Chips({ kind, content, onTake }: Props) {
  const [taken, setTaken] = useState<readonly string[]>([]);
  const all = linesOf(content, kind);
  if (all.length === 0) return <p className="ai-quiet">{t("ai.chips.none")}</p>;
  const take = (each: string) => {
    setTaken(kind === "title" ? [each] : [...taken, each]);
    onTake(each);
  };
  return (
    <>
      <fieldset className="ai-chips">
        <legend className="sr-only">{t(`ai.chips.${kind}`)}</legend>
        {all.map((each) => (
          <button
            key={each}
            type="button"
            className="ai-chip"
            aria-pressed={taken.includes(each)}
            disabled={kind !== "title" && taken.includes(each)}
            onClick={() => take(each)}
          >
            {taken.includes(each) && <IconCheck size={14} stroke={1.8} aria-hidden />}
            <bdi>{kind === "tags" ? `#${each}` : each}</bdi>
          </button>
        ))}
      </fieldset>
      <p className="ai-quiet">{t(`ai.chips.hint.${kind}`)}</p>
    </>
  );
}

/** Each once, without the signs that some models put around one. */
export const linesOf = (content: string, kind: Props["kind"]): string[] => [
  ...new Set(
    content
      .split("\n")
      .map((line) => bare(line.replace(/^\s*(?:[-*]|\d+[.)])\s+/, "").trim(), kind))
      .filter(Boolean),
  ),
];

function bare(line: string, kind: Props["kind"]): string {
  if (kind === "tags") return line.replace(/^#/, "");
  return kind === "links" ? line.replace(/^\[\[(.*)\]\]$/, "$1") : line;
}
