/** How the public pages look: one of three, each with a small sample of it. */
import { gap, t } from "../../i18n";
import type { Share } from "../../state/shares";
import "../../theme/share-themes.css";

type Theme = Share["theme"];

const THEMES: Theme[] = ["paper", "book", "slate"];

interface Props {
  /** Of the group of radio buttons, one in the document. */
  name: string;
  value: Theme;
  onChange: (theme: Theme) => void;
}

export function ThemeChoice({ name, value, onChange }: Props) {
  return (
    <fieldset className="settings-field">
      <legend className="settings-legend">{t("shares.options.theme")}</legend>
      <div className="link-themes">
        {THEMES.map((theme) => (
          <label key={theme} className="link-theme">
            <input type="radio" name={name} checked={theme === value} onChange={() => onChange(theme)} />
            <span className="share-sample" data-share-theme={theme} aria-hidden="true">
              <span className="share-sample-title">{t("shares.options.sample")}</span>
              <span>
                {t("shares.options.sampleText")}
                {gap()}
                <span className="share-sample-link">{t("shares.options.sampleLink")}</span>
              </span>
            </span>
            <span>{t(`shares.options.themes.${theme}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
