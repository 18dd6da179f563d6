/** A quiet word on other pages when an import or a preview has come to its end. */

import { t } from "../../i18n";
import { done } from "../../notices";
import { onEnded } from "./jobs";

let shown = 0;

/** The import's own page is shown: it says so itself. To be called when it goes. */
export function pageIsShown(): () => void {
  shown += 1;
  return () => {
    shown -= 1;
  };
}

onEnded((job, { state }) => {
  if (shown > 0 || state === "cancelled") return;
  const words = { name: job.fileName };
  if (state === "failed") done(t("settings.import.failed", words));
  else done(t(job.isPreview ? "settings.import.previewReady" : "settings.import.finished", words));
});
