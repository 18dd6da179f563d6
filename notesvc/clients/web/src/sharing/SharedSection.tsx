/** Notes of others, in the sidebar of those who have any. */
import { to } from "../addresses";
import { t } from "../i18n";
import { NoteLinks } from "../shell/NoteSections";
import { Section } from "../shell/Section";
import { useShared } from "../state/collaborators";

const MOST = 5;

export default function SharedSection() {
  const notes = (useShared().data ?? []).map(({ note }) => note);
  if (notes.length === 0) return null;
  return (
    <Section id="shared" name={t("sharing.shared.title")}>
      <NoteLinks notes={notes.slice(0, MOST)} all={notes.length > MOST ? to.shared : undefined} />
    </Section>
  );
}
