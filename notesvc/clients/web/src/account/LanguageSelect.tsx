/** The language of the app. Choosing one shows the page anew: the focus comes back to the choice. */
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { LANGUAGES, type Language } from "../i18n";
import { appearance, useAppearance } from "../theme/appearance";

let wasJustChosen = false;

interface Props extends Pick<NativeSelectProps, "label" | "description" | "variant" | "aria-label"> {
  onChoose?: (language: Language) => void;
}

export function LanguageSelect({ onChoose, ...look }: Props) {
  const { language } = useAppearance();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (wasJustChosen) select.current?.focus();
    wasJustChosen = false;
  }, []);
  return (
    <NativeSelect
      {...look}
      ref={select}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      value={language}
      onChange={(event) => {
        const chosen = event.currentTarget.value as Language;
        wasJustChosen = true;
        appearance.change({ language: chosen });
        onChoose?.(chosen);
      }}
    />
  );
}
