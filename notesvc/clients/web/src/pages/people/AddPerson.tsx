/** Add a person by name. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useLocation } from "wouter";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { Confirm } from "../../ui/Confirm";
import { addPerson } from "./people-writing";

export function AddPerson({ name: begun = "", onClose }: { name?: string; onClose: () => void }) {
  const [name, setName] = useState(begun);
  const [, go] = useLocation();
  const add = async () => {
    const person = await addPerson(name.trim());
    go(to.person(person.id));
  };
  return (
    <Confirm
      title={t("pages.people.add")}
      action={t("pages.people.addAction")}
      isOff={name.trim() === ""}
      onYes={add}
      onClose={onClose}
    >
      <TextInput
        label={t("pages.person.name")}
        description={t("pages.people.addAbout")}
        value={name}
        maxLength={500}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Confirm>
  );
}
