/** One entry of the palette. */
import {
  IconFileText,
  IconFolder,
  IconHash,
  IconMessageQuestion,
  IconNotebook,
  IconPencilPlus,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { t } from "../../i18n";
import { lettersOf } from "../../search/letters";
import { Marked, pieces } from "../../search/marked";
import { folded } from "../../search/rank";
import { iconOf } from "./commandIcons";
import type { Entry } from "./entries";

const ICONS = {
  note: IconFileText,
  folder: IconFolder,
  person: IconUser,
  tag: IconHash,
  search: IconSearch,
  create: IconPencilPlus,
  ask: IconMessageQuestion,
};

interface Props {
  id: string;
  entry: Entry;
  /** What was typed: its letters stand out in the name. */
  text: string;
  top: number;
  height: number;
  position: number;
  count: number;
  isActive: boolean;
  onChoose: (how: "open" | "beside") => void;
}

export function PaletteRow({
  id,
  entry,
  text,
  top,
  height,

  position,
  count,
  isActive,
  onChoose,
}: Props) {
  const Icon = entry.kind === "command" ? iconOf(entry.key) : entry.isDay ? IconNotebook : ICONS[entry.kind];
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
        {<Name entry={entry} text={text} />}
      </span>
      {entry.alsoKnownAs && (
        <span className="palette-known" dir="auto">
          {t("shell.searching.alsoKnownAs")} <Marked excerpt={entry.alsoKnownAs} />
        </span>
      )}
      {entry.snippet && (
        <span className="palette-known" dir="auto">
          <Marked excerpt={entry.snippet} />
        </span>
      )}
      {entry.detail &&
        (entry.kind === "command" ? (
          <kbd>{entry.detail}</kbd>
        ) : (
          <span className="palette-detail" dir="auto" title={entry.detail}>
            {entry.kind === "note" || entry.kind === "folder" ? cutInMiddle(entry.detail) : entry.detail}
          </span>
        ))}
    </div>
  );
}

/** The letters that were met are strong. */
function Name({ entry, text }: { entry: Entry; text: string }) {
  const parts = entry.marked?.includes("<mark>")
    ? pieces(entry.marked)
    : lettersOf(entry.name, folded(text).trim());
  return parts.map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and no state
    part.isMatch ? <b key={place}>{part.text}</b> : part.text,
  );
}

/** Of a long path what it begins and ends with. */
export function cutInMiddle(path: string): string {
  const parts = path.split("/");
  return parts.length > 2 ? `${parts[0]}/…/${parts.at(-1)}` : path;
}
