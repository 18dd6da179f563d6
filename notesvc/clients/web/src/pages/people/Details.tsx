/** What is known of a person besides the name; each field saves itself. */
import type { Person } from "../../api";
import { t } from "../../i18n";
import { workspaceHasChanged } from "../../state/notes";
import { aliasesIn } from "./order";
import { changePerson } from "./people-writing";
import { SavedField } from "./SavedField";

export function Details({ person }: { person: Person }) {
  const { id } = person;
  const saveAliases = async (text: string) => {
    await changePerson(id, { aliases: aliasesIn(text) });
    await workspaceHasChanged();
  };
  return (
    <section className="person-details" aria-label={t("pages.person.details")}>
      <SavedField
        label={t("pages.person.aliases")}
        description={t("pages.person.aliasesAbout")}
        value={person.aliases.join(", ")}
        save={saveAliases}
        maxLength={5_000}
      />
      <SavedField
        label={t("pages.person.email")}
        type="email"
        value={person.email ?? ""}
        save={(email) => changePerson(id, { email: email.trim() || null })}
        maxLength={500}
      />
      <SavedField
        label={t("pages.person.notes")}
        isLong
        value={person.notes}
        save={(notes) => changePerson(id, { notes })}
        maxLength={20_000}
      />
    </section>
  );
}
