/** What came or went, said by more than its colour. */
import type { ReactNode } from "react";
import { t } from "../../i18n";
import type { Op } from "./marks";

interface Props {
  op: Op;
  /** A block of its own, with its sign beside it. */
  isBlock?: boolean;
  children: ReactNode;
}

export function Change({ op, isBlock = false, children }: Props) {
  const Tag = op === "insert" ? "ins" : "del";
  return (
    <Tag data-change={op} className={isBlock ? "change is-block" : "change"}>
      <Said op={op} />
      {children}
    </Tag>
  );
}

/** A word of the app's says nothing of the direction of what somebody wrote. */
export const Said = ({ op }: { op: Op }) => <bdi className="sr-only">{t(`sidePanel.versions.${op}`)} </bdi>;
