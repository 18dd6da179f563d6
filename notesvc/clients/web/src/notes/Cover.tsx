/** The picture above a note. */
import { useState } from "react";
import { answer, api, type Note } from "../api";
import { t } from "../i18n";
import { failed } from "../notices";
import { pictureSource } from "../render/hrefs";
import { LoadRemote } from "../render/Media";
import { allowsRemoteImages } from "../render/reading";

interface Props {
  note: Note;
  isEditable: boolean;
  onChange: (cover: string | null) => void;
}

/** Choose a picture, have the service keep it, and answer its address. */
export function useCoverUpload(noteId: string, onChange: (cover: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const choose = () => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = "image/png,image/jpeg,image/gif,image/webp,image/avif";
    input.onchange = async () => {
      const file = input.files?.[0];
      if (!file) return;
      setBusy(true);
      try {
        onChange(await kept(noteId, file));
      } catch (error) {
        failed(error, t("notes.cover.failed"));
      } finally {
        setBusy(false);
      }
    };
    input.click();
  };
  return { choose, isBusy };
}

async function kept(noteId: string, file: File): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  form.append("noteId", noteId);
  const call = api.POST("/api/workspace/attachments", {
    body: form as never,
    bodySerializer: (body) => body,
  });
  return (await answer(call)).url;
}

export function Cover({ note, isEditable, onChange }: Props) {
  const { choose, isBusy } = useCoverUpload(note.id, onChange);
  const [isAway, setAway] = useState<string | null>(null);
  if (!note.cover) return null;
  const allowsRemote = allowsRemoteImages();
  const source = pictureSource(note.cover, allowsRemote);
  return (
    // Under a finger, a tap gives it the focus, and with it what can be done.
    <div className="note-cover" tabIndex={isEditable ? -1 : undefined}>
      {source !== null && "src" in source && isAway !== note.cover ? (
        <img src={source.src} alt="" referrerPolicy="no-referrer" onError={() => setAway(note.cover)} />
      ) : (
        <p>
          {t("notes.cover.remote")} {!allowsRemote && note.cover.startsWith("https:") && <LoadRemote />}
        </p>
      )}
      {isEditable && (
        <span className="note-cover-acts">
          <button type="button" disabled={isBusy} onClick={choose}>
            {t(isBusy ? "notes.cover.busy" : "notes.cover.change")}
          </button>
          <button type="button" onClick={() => onChange(null)}>
            {t("notes.cover.remove")}
          </button>
        </span>
      )}
    </div>
  );
}
