/** Choosing the folder to move to by its name: for keys, screen readers and fingers alike. */
import { IconFolder, IconHome } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { t } from "../../i18n";
import { folded, ranked } from "../../search/rank";
import { Dialog } from "../../ui/Dialog";
import { mayStand, type Place } from "./places";
import type { Row, Shape } from "./rows";
import "./dialogs.css";

interface Props {
  rows: readonly Row[];
  shape: Shape;
  onMove: (place: Place) => void;
  onClose: () => void;
}

interface Goal {
  id: string | null;
  name: string;
  path: string;
  icon: string | null;
  folded: string;
}

const MOST = 200;

export function MoveDialog({ rows, shape, onMove, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const goals = useMemo(() => goalsOf(shape, rows), [shape, rows]);
  const found = useMemo(() => ranked(goals, typed, MOST), [goals, typed]);
  const choose = ({ id }: Goal) => {
    onMove({ parentId: id });
    onClose();
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const to = Math.min(Math.max(next, 0), found.length - 1);
      setAt(to);
      document.getElementById(`${list}-${to}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (found[at]) choose(found[at]);
    }
  };
  return (
    <Dialog onClose={onClose} title={titleOf(rows)}>
      <input
        className="dialog-field"
        data-autofocus
        role="combobox"
        aria-label={t("shell.moveTo.search")}
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        placeholder={t("shell.moveTo.search")}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Options list={list} goals={found} at={at} onChoose={choose} />
      {found.length === 0 && <p className="dialog-none">{t("shell.moveTo.none")}</p>}
    </Dialog>
  );
}

interface OptionsProps {
  list: string;
  goals: readonly Goal[];
  at: number;
  onChoose: (goal: Goal) => void;
}

function Options({ list, goals, at, onChoose }: OptionsProps) {
  return (
    <div id={list} role="listbox" aria-label={t("shell.moveTo.search")} className="dialog-list">
      {goals.map((goal, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={goal.id ?? "top"}
          id={`${list}-${index}`}
          role="option"
          className="dialog-option"
          aria-selected={index === at}
          onClick={() => onChoose(goal)}
        >
          <GoalName {...goal} />
        </div>
      ))}
    </div>
  );
}

function GoalName({ id, name, path, icon }: Goal) {
  const Icon = id ? IconFolder : IconHome;
  return (
    <>
      <span aria-hidden="true">{icon ?? <Icon size={16} stroke={1.5} />}</span>
      <span className="dialog-option-name" dir="auto">
        {name}
      </span>
      {path && (
        <span className="dialog-option-path" dir="auto">
          {path}
        </span>
      )}
    </>
  );
}

function titleOf(rows: readonly Row[]): string {
  return t("shell.moveTo.title", { count: rows.length, name: rows[0]?.name || t("common.untitled") });
}

/** All folders that they may stand in, the top first; without the one that they are all in already. */
function goalsOf(shape: Shape, rows: readonly Row[]): Goal[] {
  const isThere = (id: string | null) => rows.every((row) => row.parentId === id);
  const name = t("shell.moveTo.top");
  const top: Goal = { id: null, name, path: "", icon: null, folded: folded(name) };
  const folders = [...shape.folderById.values()].map(({ id, name, path, icon }): Goal => {
    const parents = path.endsWith(name) ? path.slice(0, -name.length - 1) : path;
    return { id, name, path: parents, icon, folded: folded(name) };
  });
  return [top, ...folders].filter(
    (goal) => !isThere(goal.id) && mayStand(shape, rows, { parentId: goal.id }),
  );
}
