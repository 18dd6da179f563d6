/** Notes, last opened first. */
import { useRecents } from "../state/recents";
import { t } from "../words";
import { NoteList } from "./NoteList";
import { Heading } from "./parts/Heading";
import { Empty, Shown } from "./parts/States";

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
            </Empty>
          ) : (
            <NoteList notes={notes} label={t("shell.recents")} />
          )
        }
      </Shown>
    </main>
  );
}
