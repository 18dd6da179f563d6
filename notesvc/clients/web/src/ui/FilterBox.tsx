/** A box that narrows the list below it; Escape empties it. */
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { t } from "../i18n";
import "./list-bar.css";

interface Props {
  value: string;
  onChange: (value: string) => void;
  label: string;
}

export function FilterBox({ value, onChange, label }: Props) {
  return (
    <TextInput
      className="filter-box"
      type="search"
      value={value}
      placeholder={label}
      aria-label={label}
      spellCheck={false}
      autoComplete="off"
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        value && <CloseButton size="sm" aria-label={t("pages.clearFilter")} onClick={() => onChange("")} />
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || value === "") return;
        event.preventDefault();
        event.stopPropagation();
        onChange("");
      }}
    />
  );
}
