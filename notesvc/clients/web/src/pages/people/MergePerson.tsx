/** Make one person of two: who remains, and what becomes of the other. */
import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Person } from "../../api";
import { t } from "../../i18n";
import { usePeople } from "../../state/people";
import { Confirm } from "../../ui/Confirm";
import { peopleRows } from "./order";
import { mergePerson } from "./people-writing";

const SHOWN = 50;

interface Props {
  person: Person;
  onClose: () => void;
  onMerged: (into: Person) => void;
}

export function MergePerson({ person, onClose, onMerged }: Props) {
  const people = usePeople().data;
  const [into, setInto] = useState<string | null>(null);
  const others = useMemo(
    () => peopleRows(people ?? [], "name").filter((other) => other.id !== person.id),
    [people, person.id],
  );
  const kept = others.find((other) => other.id === into);
  const merge = async () => {
    if (!kept) return;
    await mergePerson(person, kept, () => onMerged(kept));
  };
  return (
    <Confirm
      title={t("pages.person.mergeTitle", { name: person.name })}
      action={t("pages.person.merge")}
      isOff={!kept}
      onYes={merge}
      onClose={onClose}
    >
      <Select
        label={t("pages.person.mergeInto")}
        data={others.map((other) => ({ value: other.id, label: other.name }))}
        value={into}
        onChange={setInto}
        searchable
        limit={SHOWN}
        nothingFoundMessage={t("pages.nothingFits")}
        withScrollArea={false}
        styles={{ dropdown: { maxBlockSize: 220, overflowY: "auto" } }}
        comboboxProps={{ shadow: "none" }}
        data-autofocus
      />
      <p className="confirm-outcome" aria-live="polite">
        {kept &&
          t("pages.person.mergeSays", {
            from: person.name,
            to: kept.name,
            notes: t("common.notes", { count: person.count }),
          })}
      </p>
    </Confirm>
  );
}
