/** What can be done with a note. */
import { Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { memo } from "react";
import type { Note } from "../api";
import { t } from "../i18n";
import { WatchItems } from "../notifications/WatchItems";
import type { Snapshot } from "../saving/noteState";
import { shown } from "../shell/commands";
import { useAiReady } from "../state/ai";
import { assist } from "../state/assist";
import { useFavourites } from "../state/favourites";
import { useIsGuest } from "../state/roles";
import { useIsNarrow } from "../ui/narrow";
import type { NoteActs } from "./useNoteActs";

interface Props {
  note: Note;
  acts: NoteActs;
  isEditable: boolean;
  surface: Snapshot["surface"];
  /** Others may have the note open, and all see the same surface of it. */
  isInRoom: boolean;
}

export const NoteMenu = memo(function NoteMenu({ note, acts, isEditable, surface, isInRoom }: Props) {
  const isFavourite = useFavourites().data?.some((one) => one.id === note.id) ?? false;
  const isNarrow = useIsNarrow();
  const isGuest = useIsGuest(note.id);
  const isOwn = isEditable && !isGuest;
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <button type="button" className="note-act" aria-label={t("notes.menu")}>
          <IconDots size={18} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="note-actions">
        {isOwn && (
          <>
            <Item name={t("sharing.do")} run={() => acts.share()} />
            <Item name={t("notes.do.duplicate")} run={acts.duplicate} />
            <Item name={t("notes.do.move")} run={acts.move} />
            <Item
              name={t(isFavourite ? "notes.do.unfavour" : "notes.do.favour")}
              run={() => acts.favour(!isFavourite)}
            />
          </>
        )}
        {isEditable && <AssistItem noteId={note.id} />}
        {isEditable && (
          <>
            <SurfaceItems acts={acts} surface={surface} mayForAll={isInRoom} />
            <Menu.Divider />
          </>
        )}
        {!isNarrow && <Item name={t("notes.do.beside")} keys="alt+b" run={acts.openBeside} />}
        <Item name={t("notes.do.copyLink")} run={acts.copyLink} />
        <Item name={t("notes.do.copyMarkdown")} run={acts.copyMarkdown} />
        <Item name={t("notes.do.exportMarkdown")} run={acts.exportMarkdown} />
        <Item name={t("notes.do.exportHtml")} run={acts.exportHtml} />
        <Item name={t("notes.do.print")} run={acts.print} />
        <Menu.Divider />
        {(isEditable || surface === "raw") && <Item name={t("notes.do.find")} keys="mod+f" run={acts.find} />}
        <Item name={t("notes.do.versions")} run={acts.versions} />
        <Item name={t("notes.do.words")} run={acts.words} />
        {isGuest && <Item name={t("sharing.do")} run={() => acts.share()} />}
        {note.deletedAt === null && <WatchItems noteId={note.id} />}
        {isOwn && (
          <>
            <Menu.Divider />
            <Item name={t("notes.do.trash")} run={acts.trash} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
});

type SurfaceProps = Pick<Props, "acts" | "surface"> & { mayForAll: boolean };

/** The other surface: for oneself, and for all who have the note open. */
function SurfaceItems({ acts, surface, mayForAll }: SurfaceProps) {
  const isBlock = surface === "block";
  return (
    <>
      <Item name={t(isBlock ? "notes.toMarkdown" : "notes.toBlocks")} keys="mod+e" run={acts.switchSurface} />
      {mayForAll && (
        <Item name={t(isBlock ? "notes.allToMarkdown" : "notes.allToBlocks")} run={acts.switchForAll} />
      )}
    </>
  );
}

function Item({ name, keys, run }: { name: string; keys?: string; run: () => void }) {
  const isNarrow = useIsNarrow();
  return (
    <Menu.Item onClick={run} rightSection={keys && !isNarrow && <kbd>{shown(keys)}</kbd>}>
      {name}
    </Menu.Item>
  );
}

/** Asking a model about the note, where one is set up. */
function AssistItem({ noteId }: { noteId: string }) {
  const run = () => assist.open({ noteId, scope: "marked" });
  return useAiReady(false) && <Item name={t("notes.do.assist")} keys="mod+j" run={run} />;
}
