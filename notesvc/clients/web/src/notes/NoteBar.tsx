/** The line above a note: where it is, whether it is saved, who may see it, and what can be done. */
import { Tooltip } from "@mantine/core";
import { IconLayoutSidebarRight, IconMenu2, IconX } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import type { Note } from "../api";
import { t } from "../i18n";
import type { Snapshot } from "../saving/noteState";
import { SaveWords } from "../saving/SaveWords";
import { SeenBy } from "../sharing/SeenBy";
import { layout, useLayout } from "../shell/layout";
import { useIsGuest } from "../state/roles";
import { IconAct } from "../ui/IconAct";
import { useIsNarrow } from "../ui/narrow";
import { Breadcrumb } from "./Breadcrumb";
import { NoteMenu } from "./NoteMenu";
import { RoomPeople } from "./RoomPeople";
import type { NoteActs } from "./useNoteActs";
import "./note-bar.css";

interface Props {
  note: Note;
  view: Snapshot;
  acts: NoteActs;
  isEditable: boolean;
  onRetry: () => void;
  onSettle: () => void;
  /** Closes this pane of two. */
  onClose?: () => void;
  hasRail: boolean;
}

export function NoteBar({ note, view, acts, isEditable, onRetry, onSettle, onClose, hasRail }: Props) {
  const isGuest = useIsGuest(note.id);
  const isNarrow = useIsNarrow();
  return (
    <div className="note-bar" role="toolbar" aria-label={t("notes.bar")}>
      {isNarrow && (
        <IconAct
          id="note-drawer-opener"
          name={t("shell.openSidebar")}
          icon={IconMenu2}
          run={() => layout.change({ drawer: true })}
        />
      )}
      <Breadcrumb note={note} />
      <span className="note-bar-end">
        {isEditable && (
          <SaveWords state={view.state} isGuest={isGuest} onRetry={onRetry} onSettle={onSettle} />
        )}
        {view.room && <RoomPeople room={view.room} />}
        <SeenBy note={note} onShow={acts.share} />
        {isEditable && (
          <SurfaceSwitch surface={view.surface} isBusy={view.isSwitching} run={acts.switchSurface} />
        )}
        {hasRail && <RailToggle />}
        <NoteMenu
          note={note}
          acts={acts}
          isEditable={isEditable}
          surface={view.surface}
          isInRoom={view.room !== null}
        />
        {onClose && (
          <button type="button" className="note-act" aria-label={t("notes.closeBeside")} onClick={onClose}>
            <IconX size={18} stroke={1.6} />
          </button>
        )}
      </span>
    </div>
  );
}

/** Whoever writes goes on where the caret is. */
const stay = (event: MouseEvent) => event.preventDefault();

interface SwitchProps {
  surface: Snapshot["surface"];
  isBusy: boolean;
  run: () => void;
}

function SurfaceSwitch({ surface, isBusy, run }: SwitchProps) {
  return (
    <fieldset className="surface-switch" disabled={isBusy} onMouseDown={stay}>
      <legend className="sr-only">{t("notes.surface")}</legend>
      <button type="button" aria-pressed={surface === "block"} onClick={() => surface !== "block" && run()}>
        {t("notes.blocks")}
      </button>
      <button type="button" aria-pressed={surface === "raw"} onClick={() => surface !== "raw" && run()}>
        {t("notes.markdown")}
      </button>
    </fieldset>
  );
}

function RailToggle() {
  const { rail } = useLayout();
  const name = t(rail ? "notes.hideRail" : "notes.showRail");
  return (
    <Tooltip label={name}>
      <button
        type="button"
        className="note-act"
        aria-label={name}
        aria-pressed={rail}
        onMouseDown={stay}
        onClick={() => layout.change({ rail: !rail })}
      >
        <IconLayoutSidebarRight size={18} stroke={1.6} />
      </button>
    </Tooltip>
  );
}
