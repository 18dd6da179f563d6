/** Menus that write the operators into the box. */
import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
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
  const tags = useTags().data;
  const people = usePeople().data ?? [];
  const folders = useFolders().data;
  const picking = (operator: Operator, name: string, values: () => string[]) => (
    <Picking
      name={name}
      isOn={soughtValue(query, operator) !== null}
      values={values}
      has={(value) => has(query, operator, value)}
      onPick={(value) => onChange(toggled(query, operator, value))}
    />
  );
  return (
    <fieldset className="search-filters" aria-label={t("shell.searching.filters")}>
      {picking("tag", t("shell.searching.tag"), () => tags?.map((one) => one.tag) ?? [])}
      {people.length > 0 &&
        picking("person", t("shell.searching.person"), () => people.map((one) => one.name))}
      {picking("in", t("shell.searching.folder"), () => [...new Set(folders?.map((one) => one.name))])}
      <Dates query={query} onChange={onChange} />
      <Chip isOn={has(query, "is", "journal")} onClick={() => onChange(toggled(query, "is", "journal"))}>
        {t("shell.searching.journal")}
      </Chip>
      <Chip isOn={has(query, "is", "trashed")} onClick={() => onChange(toggled(query, "is", "trashed"))}>
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
  isOn: boolean;
  values: () => string[];
  has: (value: string) => boolean;
  onPick: (value: string) => void;
}

/** The menu is made when it is first asked for: those who only read what was found are spared it. */
function Picking(props: PickingProps) {
  const [isUsed, setUsed] = useState(false);
  return isUsed ? (
    <PickingMenu {...props} />
  ) : (
    <button
      type="button"
      className="search-chip"
      data-on={props.isOn || undefined}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
    >
      {props.name}
      <IconChevronDown size={14} stroke={1.7} />
    </button>
  );
}

function PickingMenu({ name, isOn, ...picks }: PickingProps) {
  const [isOpen, setOpen] = useState(false);
  // Opened only now, it knows from where the focus comes.
  useEffect(() => setOpen(true), []);
  return (
    <Menu
      position="bottom-start"
      width={240}
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
      opened={isOpen}
      onChange={setOpen}
    >
      <Menu.Target>
        {/* biome-ignore lint/a11y/noAutofocus: it stands for the one that was pressed */}
        <button type="button" className="search-chip" data-on={isOn || undefined} autoFocus>
          {name}
          <IconChevronDown size={14} stroke={1.7} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Picks name={name} {...picks} />
      </Menu.Dropdown>
    </Menu>
  );
}

const FEW = 8;
const SHOWN = 60;

function Picks({ name, values, has, onPick }: Omit<PickingProps, "isOn">) {
  const [typed, setTyped] = useState("");
  const items = values().map((value) => ({ value, folded: folded(value) }));
  const found = ranked(items, typed, SHOWN);
  return (
    <>
      {items.length > FEW && (
        <Menu.Search
          aria-label={name}
          placeholder={t("common.search")}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className="search-picks" role="presentation">
        {found.map(({ value }) => (
          <Menu.CheckboxItem key={value} checked={has(value)} onChange={() => onPick(value)}>
            <bdi>{value}</bdi>
          </Menu.CheckboxItem>
        ))}
        {found.length === 0 && <p className="search-none">{t("shell.searching.noSuch")}</p>}
      </div>
    </>
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
