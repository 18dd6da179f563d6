/** The properties of a note: a name, a kind and a value each. */
import { Menu, TextInput } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../i18n";
import { done } from "../notices";
import { PropertyField } from "./PropertyField";
import { type Properties, renamed, retyped, TYPES, typeOf, without } from "./properties";

interface Props {
  properties: Properties;
  isEditable: boolean;
  onChange: (properties: Properties) => void;
  /** The one that was just added: its name takes the focus. */
  fresh: string | null;
}

export function PropertyList({ properties, isEditable, onChange, fresh }: Props) {
  const names = Object.keys(properties);
  if (names.length === 0) return null;
  const remove = (name: string) => {
    onChange(without(properties, name));
    done(t("notes.property.removed", { name }), () => onChange(properties));
  };
  return (
    <dl className="note-properties" aria-label={t("notes.property.label")}>
      {names.map((name) => (
        <div key={name} className="property">
          <dt>
            {isEditable ? (
              <PropertyName
                name={name}
                isFresh={fresh === name}
                isTaken={(other) => other !== name && other in properties}
                onRename={(other) => onChange(renamed(properties, name, other))}
              />
            ) : (
              <bdi>{name}</bdi>
            )}
          </dt>
          <dd>
            <PropertyField
              name={name}
              value={properties[name]}
              isEditable={isEditable}
              onChange={(value) => onChange({ ...properties, [name]: value })}
            />
            {isEditable && (
              <PropertyMenu
                name={name}
                value={properties[name]}
                onRetype={(value) => onChange({ ...properties, [name]: value })}
                onRemove={() => remove(name)}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface NameProps {
  name: string;
  isFresh: boolean;
  isTaken: (name: string) => boolean;
  onRename: (name: string) => void;
}

/** Named anew when the field is left, so that half a name never stands beside its value. */
function PropertyName({ name, isFresh, isTaken, onRename }: NameProps) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const taken = isTaken(wanted);
  const finish = () => {
    if (wanted === "" || taken) setTyped(name);
    else if (wanted !== name) onRename(wanted);
  };
  return (
    <TextInput
      variant="unstyled"
      aria-label={t("notes.property.name")}
      value={typed}
      maxLength={200}
      autoFocus={isFresh}
      error={taken ? t("notes.property.taken") : undefined}
      onFocus={(event) => isFresh && event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") setTyped(name);
      }}
    />
  );
}

interface MenuProps {
  name: string;
  value: unknown;
  onRetype: (value: unknown) => void;
  onRemove: () => void;
}

function PropertyMenu({ name, value, onRetype, onRemove }: MenuProps) {
  const type = typeOf(value);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="property-menu" aria-label={t("notes.property.menu", { name })}>
          <IconDots size={16} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {TYPES.map((kind) => (
          <Menu.Item
            key={kind}
            role="menuitemradio"
            aria-checked={kind === type}
            data-chosen={kind === type || undefined}
            onClick={() => kind !== type && onRetype(retyped(value, kind))}
          >
            {t(`notes.property.type.${kind}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onRemove}>{t("notes.property.remove")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
