/** A callout: a quote with a kind, a title, and perhaps folded. */
import {
  IconAlertTriangle,
  IconBulb,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconInfoCircle,
  IconListDetails,
  IconQuote,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CalloutHead, CalloutLook } from "./callouts";
import { Inlines } from "./Inlines";
import { useReading } from "./reading";

export const ICONS: Record<CalloutLook, typeof IconBulb> = {
  note: IconInfoCircle,
  tip: IconBulb,
  good: IconCircleCheck,
  question: IconHelpCircle,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  example: IconListDetails,
  quote: IconQuote,
};

export function Callout({ head, children }: { head: CalloutHead; children: ReactNode }) {
  const { marks } = useReading();
  const Icon = ICONS[head.look];
  const title = (
    <>
      <Icon size={18} stroke={1.7} aria-hidden className="callout-icon" />
      <span>{head.title.length > 0 ? <Inlines content={head.title} /> : <Kind word={head.kind} />}</span>
    </>
  );
  if (head.fold === "")
    return (
      <div className="callout" data-look={head.look} dir="auto">
        <div className="callout-title">{title}</div>
        {children}
      </div>
    );
  return (
    <details
      className="callout"
      data-look={head.look}
      dir="auto"
      open={head.fold === "+" || marks !== undefined}
    >
      <summary className="callout-title">{title}</summary>
      {children}
    </details>
  );
}

/** A word that nobody wrote says nothing of the direction of what they did. */
const Kind = ({ word }: { word: string }) => <bdi>{capital(word)}</bdi>;

export const capital = (word: string): string => {
  const [first = "", ...rest] = [...word.replace(/[-_]/g, " ")];
  return first.toLocaleUpperCase() + rest.join("");
};
