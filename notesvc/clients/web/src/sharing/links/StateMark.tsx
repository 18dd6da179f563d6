/** The state of a public link in a word, with a dot for the eye. */
import { t } from "../../i18n";
import type { Share } from "../../state/shares";
import { shownAs } from "./words";
import "./state-mark.css";

export function StateMark({ share }: { share: Share }) {
  const shown = shownAs(share);
  return (
    <span className="link-state" data-state={shown}>
      {t(`shares.state.${shown}`)}
    </span>
  );
}
