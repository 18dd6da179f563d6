/** Before a person is deleted: what will be lost, and what stays. */
import { useLocation } from "wouter";
import { to } from "../../addresses";
import type { Person } from "../../api";
import { t } from "../../i18n";
import { Confirm } from "../../ui/Confirm";
import { deletePerson } from "./people-writing";

export function DeletePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const [, go] = useLocation();
  const lost = [
    person.aliases.length > 0 && t("pages.person.lostAliases", { count: person.aliases.length }),
    person.email && t("pages.person.lostEmail", { email: person.email }),
    person.notes && t("pages.person.lostNotes"),
  ].filter(Boolean);
  return (
    <Confirm
      title={t("pages.person.deleteTitle", { name: person.name })}
      action={t("common.delete")}
      isDanger
      onYes={() => deletePerson(person, () => go(to.people))}
      onClose={onClose}
    >
      {lost.length > 0 && (
        <>
          <p>{t("pages.person.loses")}</p>
          <ul>
            {lost.map((what) => (
              <li key={String(what)}>{what}</li>
            ))}
          </ul>
        </>
      )}
      <p>{t("pages.person.deleteMentions", { count: person.count })}</p>
    </Confirm>
  );
}
