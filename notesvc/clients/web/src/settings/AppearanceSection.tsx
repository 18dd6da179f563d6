/** How the app looks on this device: takes effect as it is chosen. */
import { NativeSelect, SegmentedControl } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { LanguageSelect } from "../account/LanguageSelect";
import { useWriting, type Writing, writing } from "../editor/writing";
import { inTurn, type Language, speak, t } from "../i18n";
import { format, said } from "../i18n/dates";
import { warned } from "../notices";
import { chooseLanguage, isSentLater } from "../state/language";
import { useUser } from "../state/session";
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
        />
        <Sizes look={look} />
        <MarkdownChoice />
        <LanguageChoice />
        <Customs look={look} />
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

const SIZES = {
  noteSize: { small: "0.9375rem", usual: "1.03125rem", large: "1.1875rem" },
  measure: { narrow: "36rem", usual: "44rem", wide: "56rem" },
  noteLine: { tight: "1.45", usual: "1.6", loose: "1.8" },
} as const;

/** How notes are set, and a few lines that are set so. */
function Sizes({ look }: { look: Appearance }) {
  return (
    <>
      {(["noteSize", "measure", "noteLine"] as const).map((name) => (
        <Choice
          key={name}
          name={name}
          legend={t(`settings.appearance.${name}`)}
          value={look[name]}
          data={Object.entries(SIZES[name]).map(([step, value]) => ({
            value,
            label: t(`settings.appearance.step.${step as "usual"}`),
          }))}
        />
      ))}
      <div className="appearance-sample">
        <h2>{t("settings.appearance.sampleTitle")}</h2>
        <p>{inTurn(t("settings.appearance.sample"), t("settings.appearance.sampleMore"))}</p>
        <p className="appearance-moment">{said(new Date().toISOString())}</p>
      </div>
    </>
  );
}

/** In place of the customs of the browser's region. */
function Customs({ look }: { look: Appearance }) {
  const days = [
    ["1", 1],
    ["6", 6],
    ["0", 0],
  ] as const;
  const name = (day: number) => format({ weekday: "long" }).format(new Date(2024, 0, 7 + day, 12));
  const usual = { value: "auto", label: t("settings.appearance.byRegion") };
  return (
    <>
      <Choice
        name="firstDay"
        legend={t("settings.appearance.firstDay")}
        value={look.firstDay}
        data={[usual, ...days.map(([value, day]) => ({ value, label: name(day) }))]}
      />
      <Choice
        name="clock"
        legend={t("settings.appearance.clock")}
        value={look.clock}
        data={[usual, { value: "h23", label: "14:10" }, { value: "h12", label: "2:10 PM" }]}
      />
    </>
  );
}

/** Chosen for this device, and for what the service says to this person. */
function LanguageChoice() {
  const userId = useUser()?.id ?? "";
  const keep = (language: Language) =>
    chooseLanguage(userId, language).catch(async (error: unknown) => {
      await speak(language);
      warned(t(`settings.appearance.${isSentLater(error) ? "languageLater" : "languageOnlyHere"}`));
    });
  return (
    <LanguageSelect
      label={t("settings.appearance.language")}
      description={t("settings.appearance.languageHint")}
      onChoose={(language) => void keep(language)}
    />
  );
}

function MarkdownChoice() {
  const { markdown } = useWriting();
  const id = useId();
  return (
    <div>
      <div className="settings-legend" id={id}>
        {t("settings.appearance.markdown")}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        data={(["preview", "plain"] as const).map((value) => ({
          value,
          label: t(`settings.appearance.markdowns.${value}`),
        }))}
        value={markdown}
        onChange={(chosen) => writing.change({ markdown: chosen as Writing["markdown"] })}
      />
    </div>
  );
}

interface ChoiceProps {
  name: "scheme" | "noteFont" | "noteSize" | "measure" | "noteLine" | "clock" | "firstDay";
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
