/** Files that were on their way into a note when their page was closed, and are not in it. */
import { useEffect, useState } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { useListed } from "../state/notes";
import { useUser } from "../state/session";
import { Link } from "../ui/Link";
import { type CutOff, cutOff, ended } from "./arrivals";
import "./saving.css";

/** Milliseconds. */
const LOOK_AGAIN = 2000;

export default function CutOffBanner() {
  const userId = useUser()?.id;
  const [files, setFiles] = useState<CutOff[]>([]);
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    async function look(user: string) {
      const { lost, mayFollow } = await cutOff(user);
      if (isGone) return;
      setFiles(lost);
      // Nothing tells when another tab closes.
      if (mayFollow) next = setTimeout(() => void look(user), LOOK_AGAIN);
    }
    if (userId) void look(userId);
    return () => {
      isGone = true;
      clearTimeout(next);
    };
  }, [userId]);
  const seen = (file: CutOff) => {
    ended(file.id);
    setFiles((all) => all.filter((one) => one !== file));
  };
  return files.map((file) => <Line key={file.id} file={file} onSeen={() => seen(file)} />);
}

function Line({ file, onSeen }: { file: CutOff; onSeen: () => void }) {
  const note = useListed(file.noteId);
  return (
    <div className="save-bar" role="status">
      <p>{t("saving.cutOff.text", { name: file.name })}</p>
      <span className="save-bar-acts">
        {file.noteId !== "" && (
          <Link className="notice-action" href={to.note(file.noteId)}>
            {t("saving.unsent.open", { name: nameOfNote(note?.name) })}
          </Link>
        )}
        <button type="button" className="notice-action" onClick={onSeen}>
          {t("saving.cutOff.seen")}
        </button>
      </span>
    </div>
  );
}
