/** A part of the rail that is not there yet, or could not be fetched. */
import { useEffect, useState } from "react";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";

export function RailState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(later);
  }, []);
  if (error)
    return (
      <div className="rail-said" role="alert">
        {sentence(error)}{" "}
        <button type="button" className="rail-act" onClick={onRetry}>
          {t("common.retry")}
        </button>
      </div>
    );
  return (
    <div className="rail-skeleton" role="status" aria-label={t("common.loading")}>
      {isSlow && [62, 84, 48, 76].map((width) => <i key={width} style={{ inlineSize: `${width}%` }} />)}
    </div>
  );
}
