/** Rename a person in every note; onto somebody else's name it becomes a merge, said before. */
import { useState } from "react";
import type { Person } from "../../api";
import { t } from "../../i18n";
import { usePeople } from "../../state/people";
import { RenameDialog } from "../RenameDialog";
import { named } from "./order";
import { mergePerson, renamePerson } from "./people-writing";

interface Props {
  person: Person;
  onClose: () => void;
  onMerged: (into: Person) => void;
}

export function RenamePerson({ person: asOpened, onClose, onMerged }: Props) {
  // The one that was asked about: the page below may know the new name before this closes.
  const [person] = useState(asOpened);
  const [name, setName] = useState(person.name);
  const other = named(usePeople().data ?? [], name, person.id);
  const isSame = name.trim() === person.name || name.trim() === "";
  const rename = async () => {
    if (!other) return renamePerson(person, name.trim());
    await mergePerson(person, other, () => onMerged(other));
  };
  return (
    <RenameDialog
      title={t("pages.person.rename", { name: person.name })}
      label={t("pages.person.newName")}
      name={name}
      maxLength={500}
      action={other ? t("pages.person.merge") : t("common.rename")}
      isOff={isSame}
      onName={setName}
      onYes={rename}
      onClose={onClose}
    >
      {other
        ? t("pages.person.nameTaken", { other: other.name, name: person.name })
        : t("pages.person.willChange", { count: person.count })}
    </RenameDialog>
  );
}
