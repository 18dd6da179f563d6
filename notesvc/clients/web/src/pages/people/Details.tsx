/** What is known of a person besides the name: read first; what is pressed becomes a field that saves itself. */
import { type ComponentProps, useState } from "react";
import type { Person } from "../../api";
import { listed, t } from "../../i18n";
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
      <Fact
        label={t("pages.person.aliases")}
        description={t("pages.person.aliasesAbout")}
        value={listed(person.aliases)}
        save={saveAliases}
        maxLength={5_000}
      />
      <Fact
        label={t("pages.person.email")}
        type="email"
        value={person.email ?? ""}
        save={(email) => changePerson(id, { email: email.trim() || null })}
        maxLength={500}
      />
      <Fact
        label={t("pages.person.notes")}
        isLong
        value={person.notes}
        save={(notes) => changePerson(id, { notes })}
        maxLength={20_000}
      />
    </section>
  );
}

function Fact(props: Omit<ComponentProps<typeof SavedField>, "onDone">) {
  const [isOpen, setOpen] = useState(false);
  const { label, value } = props;
  if (isOpen) return <SavedField {...props} onDone={() => setOpen(false)} />;
  return (
    <button type="button" className="person-fact" onClick={() => setOpen(true)}>
      <span className="person-fact-name">{label}</span>
      <span className="person-fact-value" data-empty={value === "" || undefined} dir="auto">
        {value || t("pages.person.add")}
      </span>
    </button>
  );
}
