/** The value of a property, edited as what it is. */
import { Checkbox, TextInput } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { itemsOf, listed, t } from "../i18n";
import { format } from "../i18n/dates";
import { textOf, typeOf } from "./properties";

interface Props {
  name: string;
  value: unknown;
  isEditable: boolean;
  onChange: (value: unknown) => void;
}

export function PropertyField({ name, value, isEditable, onChange }: Props) {
  const type = typeOf(value);
  const label = t("notes.property.value", { name });
  if (type === "checkbox") {
    return (
      <Checkbox
        aria-label={label}
        checked={value === true}
        disabled={!isEditable}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (type === "json") return <code className="property-json">{JSON.stringify(value)}</code>;
  if (!isEditable) return <span>{type === "date" ? day(value as string) : textOf(value)}</span>;
  if (type === "number") return <NumberValue label={label} value={value as number} onChange={onChange} />;
  if (type === "list") return <ListValue label={label} value={value as string[]} onChange={onChange} />;
  return (
    <>
      <TextInput
        variant="unstyled"
        className="property-value"
        aria-label={label}
        placeholder={t("notes.property.empty")}
        type={type === "date" ? "date" : type === "link" ? "url" : "text"}
        value={textOf(value)}
        onChange={(event) => {
          // A date that is being typed is empty for a moment; that is not a wish to lose it.
          const text = event.currentTarget.value;
          if (type !== "date" || text !== "") onChange(text);
        }}
      />
      {type === "link" && (
        <a
          className="property-open"
          href={textOf(value)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t("notes.property.open", { name })}
        >
          <IconExternalLink size={15} stroke={1.6} />
        </a>
      )}
    </>
  );
}

const day = (value: string) => format({ dateStyle: "long" }).format(new Date(`${value}T12:00:00`));

interface ValueProps<T> {
  label: string;
  value: T;
  onChange: (value: T) => void;
}

function NumberValue({ label, value, onChange }: ValueProps<number>) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped((text) => (Number(text) === value ? text : String(value))), [value]);
  return (
    <TextInput
      variant="unstyled"
      className="property-value"
      inputMode="decimal"
      aria-label={label}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(",", ".");
        setTyped(text);
        if (text.trim() !== "" && Number.isFinite(Number(text))) onChange(Number(text));
      }}
      onBlur={() => setTyped(String(value))}
    />
  );
}

/** The commas are the person's while they type; the list is what stands between them. */
function ListValue({ label, value, onChange }: ValueProps<string[]>) {
  const [typed, setTyped] = useState(listed(value));
  useEffect(
    () => setTyped((text) => (itemsOf(text).join("\n") === value.join("\n") ? text : listed(value))),
    [value],
  );
  return (
    <TextInput
      variant="unstyled"
      className="property-value"
      aria-label={label}
      placeholder={t("notes.property.listHint")}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(itemsOf(event.currentTarget.value));
      }}
    />
  );
}
