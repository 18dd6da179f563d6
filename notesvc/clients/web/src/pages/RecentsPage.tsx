/** Notes, last opened first. */

import { t } from "../i18n";
import { useRecents } from "../state/recents";
import { Heading } from "../ui/Heading";
import { Empty, Shown } from "../ui/States";
import { NewNote } from "./NewNote";
import { NoteList } from "./NoteList";

export default function RecentsPage() {
  const recents = useRecents();
  return (
    <main className="page">
      <Heading title={t("shell.recents")} lead={t("shell.lists.recents")} />
      <Shown query={recents}>
        {(notes) =>
          notes.length === 0 ? (
            <Empty title={t("shell.lists.noRecents")}>
              <p>{t("shell.lists.noRecentsHint")}</p>
              <NewNote />
            </Empty>
          ) : (
            <NoteList notes={notes} label={t("shell.recents")} />
          )
        }
      </Shown>
    </main>
  );
}
