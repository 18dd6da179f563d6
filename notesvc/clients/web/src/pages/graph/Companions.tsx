/** What often stands in the same notes, with how often. */
import { type ReactNode, useId, useState } from "react";
import { t } from "../../i18n";
import type { Companion } from "./cooccurrence";
import "./companions.css";

const FIRST = 12;

interface Props {
  title: string;
  others: Companion[];
  /** Counted in a part of the workspace only, because there is too much of it. */
  isPartial: boolean;
  children: (other: Companion) => ReactNode;
}

export function Companions({ title, others, isPartial, children }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  if (others.length === 0) return null;
  const shown = showsAll ? others : others.slice(0, FIRST);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="companions">
        {shown.map((other) => (
          <li key={other.id}>
            {children(other)}
            <span className="companion-count" title={t("common.notes", { count: other.count })}>
              {other.count}
            </span>
          </li>
        ))}
        {others.length > shown.length && (
          <li>
            <button type="button" className="companions-more" onClick={() => setShowsAll(true)}>
              {t("pages.showMore", { count: others.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
      {isPartial && <p className="companions-partial">{t("pages.partial")}</p>}
    </section>
  );
}
