/** The language of the app. Choosing one shows the page anew: the focus comes back to the choice. */
import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { LANGUAGES, type Language } from "../i18n";
import { appearance, useAppearance } from "../theme/appearance";

let wasJustChosen = false;

export function LanguageSelect(look: Pick<NativeSelectProps, "label" | "variant" | "aria-label">) {
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
        wasJustChosen = true;
        appearance.change({ language: event.currentTarget.value as Language });
      }}
    />
  );
}
