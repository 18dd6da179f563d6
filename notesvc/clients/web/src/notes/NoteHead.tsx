/** What stands above the text: cover, icon, title, tags, properties. */
import { IconMoodSmile, IconPhoto, IconTags } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Note } from "../api";
import { t } from "../i18n";
import type { NoteDocument } from "../saving/noteDocument";
import { useIsGuest } from "../state/roles";
import { Cover, useCoverUpload } from "./Cover";
import { IconChoice, NoteIcon } from "./NoteIcon";
import { PropertyList } from "./PropertyList";
import { freeName } from "./properties";
import { TagsRow } from "./TagsRow";
import { Title } from "./Title";
import "./note-head.css";

interface Props {
  document: NoteDocument;
  note: Note;
  isEditable: boolean;
  onEnter: () => void;
}

export const NoteHead = memo(function NoteHead({ document, note, isEditable, onEnter }: Props) {
  const [fresh, setFresh] = useState<string | null>(null);
  const isGuest = useIsGuest(note.id);
  const addProperty = () => {
    const name = freeName(note.properties, t("notes.property.newName"));
    document.edit({ properties: { ...note.properties, [name]: "" } });
    setFresh(name);
  };
  return (
    <header className="note-head">
      <Cover note={note} isEditable={isEditable} onChange={(cover) => document.edit({ cover })} />
      <div className="note-head-words">
        {isEditable && <Adders document={document} note={note} onAddProperty={addProperty} />}
        <NoteIcon icon={note.icon} isEditable={isEditable} onChange={(icon) => document.edit({ icon })} />
        <Title document={document} note={note} isEditable={isEditable} onEnter={onEnter} />
        <TagsRow
          tags={note.tags}
          isEditable={isEditable}
          isGuest={isGuest}
          onChange={(tags) => document.edit({ tags })}
        />
        <PropertyList
          properties={note.properties}
          isEditable={isEditable}
          fresh={fresh}
          onChange={(properties) => document.edit({ properties })}
        />
      </div>
    </header>
  );
});

/** What the note does not have yet; shown when the head is pointed at or holds the focus. */
function Adders({
  document,
  note,
  onAddProperty,
}: {
  document: NoteDocument;
  note: Note;
  onAddProperty: () => void;
}) {
  const { choose, isBusy } = useCoverUpload(note.id, (cover) => document.edit({ cover }));
  return (
    <div className="note-adders">
      {!note.icon && (
        <IconChoice
          icon={null}
          onChange={(icon) => document.edit({ icon })}
          opener={(open) => (
            <button type="button" onClick={open}>
              <IconMoodSmile size={15} stroke={1.6} />
              {t("notes.do.addIcon")}
            </button>
          )}
        />
      )}
      {!note.cover && (
        <button type="button" disabled={isBusy} onClick={choose}>
          <IconPhoto size={15} stroke={1.6} />
          {t(isBusy ? "notes.cover.busy" : "notes.do.addCover")}
        </button>
      )}
      <button type="button" onClick={onAddProperty}>
        <IconTags size={15} stroke={1.6} />
        {t("notes.do.addProperty")}
      </button>
    </div>
  );
}
