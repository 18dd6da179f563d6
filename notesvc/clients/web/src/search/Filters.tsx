/** Menus that write the operators into the box. */
import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { t } from "../i18n";
import { useFolders } from "../state/folders";
import { usePeople } from "../state/people";
import { useTags } from "../state/tags";
import { has, type Operator, replaced, soughtValue, toggled } from "./operators";
import { folded, ranked } from "./rank";
import { Tokens } from "./Tokens";

interface Props {
  query: string;
  onChange: (query: string) => void;
}

export function Filters({ query, onChange }: Props) {
  const tags = useTags().data ?? [];
  const people = usePeople().data ?? [];
  const folders = useFolders().data ?? [];
  const toggle = (operator: Operator) => (value: string) => onChange(toggled(query, operator, value));
  return (
    <fieldset className="search-filters" aria-label={t("shell.searching.filters")}>
      <Picking
        name={t("shell.searching.tag")}
        values={tags.map((one) => one.tag)}
        isOn={(value) => has(query, "tag", value)}
        onPick={toggle("tag")}
      />
      {people.length > 0 && (
        <Picking
          name={t("shell.searching.person")}
          values={people.map((one) => one.name)}
          isOn={(value) => has(query, "person", value)}
          onPick={toggle("person")}
        />
      )}
      <Picking
        name={t("shell.searching.folder")}
        values={[...new Set(folders.map((one) => one.name))]}
        isOn={(value) => has(query, "in", value)}
        onPick={toggle("in")}
      />
      <Dates query={query} onChange={onChange} />
      <Chip isOn={has(query, "is", "journal")} onClick={() => toggle("is")("journal")}>
        {t("shell.searching.journal")}
      </Chip>
      <Chip isOn={has(query, "is", "trashed")} onClick={() => toggle("is")("trashed")}>
        {t("shell.searching.trashed")}
      </Chip>
      <Tokens query={query} onChange={onChange} />
    </fieldset>
  );
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="search-chip" aria-pressed={isOn} onClick={onClick}>
      {isOn && <IconCheck size={14} stroke={1.8} />}
      {children}
    </button>
  );
}

interface PickingProps {
  name: string;
  values: string[];
  isOn: (value: string) => boolean;
  onPick: (value: string) => void;
}

const SHOWN = 60;

function Picking({ name, values, isOn, onPick }: PickingProps) {
  const [typed, setTyped] = useState("");
  const items = values.map((value) => ({ value, folded: folded(value) }));
  const found = ranked(items, typed, SHOWN);
  return (
    <Menu
      position="bottom-start"
      width={240}
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
      onClose={() => setTyped("")}
    >
      <Menu.Target>
        <button type="button" className="search-chip" data-on={values.some(isOn) || undefined}>
          {name}
          <IconChevronDown size={14} stroke={1.7} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {values.length > 8 && (
          <Menu.Search
            aria-label={name}
            placeholder={t("common.search")}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <div className="search-picks" role="presentation">
          {found.map(({ value }) => (
            <Menu.CheckboxItem key={value} checked={isOn(value)} onChange={() => onPick(value)}>
              <bdi>{value}</bdi>
            </Menu.CheckboxItem>
          ))}
          {found.length === 0 && <p className="search-none">{t("shell.searching.noSuch")}</p>}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

function Dates({ query, onChange }: Props) {
  const after = soughtValue(query, "after");
  const before = soughtValue(query, "before");
  const field = (operator: "after" | "before", value: string | null) => (
    <label>
      <span>{t(`shell.searching.${operator}`)}</span>
      <input
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(replaced(query, operator, event.target.value || null))}
      />
    </label>
  );
  return (
    <details className="search-dates">
      <summary className="search-chip" data-on={after !== null || before !== null || undefined}>
        {t("shell.searching.changed")}
        <IconChevronDown size={14} stroke={1.7} />
      </summary>
      <div className="search-dates-box">
        {field("after", after)}
        {field("before", before)}
      </div>
    </details>
  );
}
