/** Notes of others, in the sidebar of those who have any. */
import { to } from "../addresses";
import { t } from "../i18n";
import { Listed } from "../shell/Listed";
import { Section } from "../shell/Section";
import { useShared } from "../state/circle";

const MOST = 5;

export default function SharedSection() {
  const notes = (useShared().data ?? []).map(({ note }) => note);
  if (notes.length === 0) return null;
  return (
    <Section id="shared" name={t("sharing.shared.title")}>
      <Listed notes={notes.slice(0, MOST)} all={notes.length > MOST ? to.shared : undefined} />
    </Section>
  );
}
