/** Notes of others that are shared with the reader, the latest first. */

import { t } from "../i18n";
import { useShared } from "../state/collaborators";
import { Heading } from "../ui/Heading";
import { Rows } from "../ui/Rows";
import { Empty, Shown } from "../ui/States";
import { NoteRow } from "./NoteRow";

export default function SharedPage() {
  const shared = useShared();
  return (
    <main className="page">
      <Heading title={t("sharing.shared.title")} lead={t("sharing.shared.lead")} />
      <Shown query={shared}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t("sharing.shared.empty")}>
              <p>{t("sharing.shared.emptyHint")}</p>
            </Empty>
          ) : (
            <Rows items={all} keyOf={({ note }) => note.id} label={t("sharing.shared.title")}>
              {({ note, owner, role }) => (
                <NoteRow note={note} hidesPath isPlain>
                  {t("sharing.shared.from", { name: owner.name, role: t(`sharing.role.${role}`) })}
                </NoteRow>
              )}
            </Rows>
          )
        }
      </Shown>
    </main>
  );
}
