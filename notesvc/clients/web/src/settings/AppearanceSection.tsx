/** How the app looks on this device: takes effect as it is chosen. */
import { NativeSelect, SegmentedControl } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { LanguageSelect } from "../account/LanguageSelect";
import { t } from "../i18n";
import { type Appearance, appearance, useAppearance } from "../theme/appearance";
import "./appearance.css";

/** Hues in OKLCH, in degrees. All have one lightness and one chroma, so that each can be read on paper. */
const ACCENTS = {
  blue: 255,
  violet: 290,
  plum: 325,
  rose: 5,
  rust: 40,
  ochre: 75,
  green: 145,
  teal: 195,
} as const;

export function AppearanceSection() {
  const look = useAppearance();
  return (
    <>
      <p className="settings-lead">{t("settings.appearance.lead")}</p>
      <div className="settings-form">
        <Choice
          name="scheme"
          legend={t("settings.appearance.scheme")}
          value={look.scheme}
          data={(["auto", "light", "dark"] as const).map((value) => ({
            value,
            label: t(`settings.appearance.schemes.${value}`),
          }))}
        />
        <Accents chosen={look.accent} />
        <Choice
          name="noteFont"
          legend={t("settings.appearance.noteFont")}
          value={look.noteFont}
          data={(["sans", "serif", "mono"] as const).map((value) => ({
            value,
            label: t(`settings.appearance.noteFonts.${value}`),
          }))}
        >
          <p className="appearance-sample">{t("settings.appearance.sample")}</p>
        </Choice>
        <LanguageSelect label={t("settings.appearance.language")} />
        <NativeSelect
          label={t("settings.appearance.direction")}
          description={t("settings.appearance.directionHint")}
          data={(["auto", "ltr", "rtl"] as const).map((value) => ({
            value,
            label: t(`settings.appearance.directions.${value}`),
          }))}
          value={look.direction}
          onChange={(event) =>
            appearance.change({ direction: event.currentTarget.value as Appearance["direction"] })
          }
        />
      </div>
    </>
  );
}

interface ChoiceProps {
  name: "scheme" | "noteFont";
  legend: string;
  value: string;
  data: { value: string; label: string }[];
  children?: ReactNode;
}

function Choice({ name, legend, value, data, children }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <div className="settings-legend" id={id}>
        {legend}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        data={data}
        value={value}
        onChange={(chosen) => appearance.change({ [name]: chosen })}
      />
      {children}
    </div>
  );
}

function Accents({ chosen }: { chosen: number }) {
  return (
    <fieldset className="settings-field">
      <legend className="settings-legend">{t("settings.appearance.accent")}</legend>
      <div className="accents">
        {(Object.keys(ACCENTS) as (keyof typeof ACCENTS)[]).map((name) => (
          <label key={name} className="accent" style={{ "--accent-hue": ACCENTS[name] }}>
            <input
              type="radio"
              name="accent"
              checked={ACCENTS[name] === chosen}
              onChange={() => appearance.change({ accent: ACCENTS[name] })}
            />
            <span className="accent-dot" aria-hidden="true" />
            {t(`settings.appearance.accents.${name}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
