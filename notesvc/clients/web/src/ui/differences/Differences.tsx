/** Words that came and went; long stretches without changes are folded. */
import { useState } from "react";
import type { Schemas } from "../../api";
import { t } from "../../i18n";
import "./differences.css";
import { folded } from "./folding";

export type Hunk = Schemas["Hunk"];

export function Differences({ hunks }: { hunks: readonly Hunk[] }) {
  return (
    <div className="differences" dir="auto">
      {folded(hunks).map((part, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else to be known by
        if (part.op === "folded") return <Folded key={index} text={part.text} lines={part.lines} />;
        if (part.op === "equal") return part.text;
        const Tag = part.op === "insert" ? "ins" : "del";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Tag key={index}>
            <bdi className="sr-only">{t(`sidePanel.versions.${part.op}`)} </bdi>
            {part.text}
          </Tag>
        );
      })}
    </div>
  );
}

function Folded({ text, lines }: { text: string; lines: number }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return text;
  return (
    <button type="button" className="differences-fold" onClick={() => setOpen(true)}>
      {t("sidePanel.versions.folded", { count: lines })}
    </button>
  );
}
