/** One entry of the palette. */
import {
  IconCommand,
  IconFileText,
  IconFolder,
  IconHash,
  IconMessageQuestion,
  IconPencilPlus,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { t } from "../../i18n";
import { Marked } from "../../search/marked";
import type { Entry } from "./entries";

const ICONS = {
  note: IconFileText,
  folder: IconFolder,
  person: IconUser,
  tag: IconHash,
  command: IconCommand,
  search: IconSearch,
  create: IconPencilPlus,
  ask: IconMessageQuestion,
};

interface Props {
  id: string;
  entry: Entry;
  top: number;
  height: number;
  position: number;
  count: number;
  isActive: boolean;
  onChoose: (how: "open" | "beside") => void;
}

export function PaletteRow({ id, entry, top, height, position, count, isActive, onChoose }: Props) {
  const Icon = ICONS[entry.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      role="option"
      className="palette-row"
      aria-selected={isActive}
      aria-posinset={position}
      aria-setsize={count}
      style={{ transform: `translateY(${top}px)`, blockSize: height }}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event: MouseEvent) => onChoose(event.ctrlKey || event.metaKey ? "beside" : "open")}
    >
      <span className="palette-icon" aria-hidden="true">
        {entry.icon ?? <Icon size={16} stroke={1.5} />}
      </span>
      <span className="palette-name" dir="auto">
        {entry.marked ? <Marked excerpt={entry.marked} /> : entry.name}
      </span>
      {entry.alsoKnownAs && (
        <span className="palette-known" dir="auto">
          {t("shell.searching.alsoKnownAs")} <Marked excerpt={entry.alsoKnownAs} />
        </span>
      )}
      {entry.detail &&
        (entry.kind === "command" ? (
          <kbd>{entry.detail}</kbd>
        ) : (
          <span className="palette-detail" dir="auto">
            {entry.detail}
          </span>
        ))}
    </div>
  );
}
