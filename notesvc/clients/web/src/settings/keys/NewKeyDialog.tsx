/** Asks for what a new key needs. */
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { Dialog } from "../../ui/Dialog";
import { DialogFoot } from "../../ui/DialogFoot";
import { type Expiry, type KeyWithSecret, type NewKey, useMakeKey } from "./keys";

const LONGEST_NAME = 80;
const EXPIRIES: Expiry[] = ["30", "90", "never"];

export function NewKeyDialog(props: { onClose: () => void; onMade: (made: KeyWithSecret) => void }) {
  const [fields, setFields] = useState<NewKey>({ name: "", canWrite: false, expiry: "90" });
  const [error, setError] = useState<string>();
  const name = useRef<HTMLInputElement>(null);
  const make = useMakeKey();
  const change = (some: Partial<NewKey>) => setFields((before) => ({ ...before, ...some }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorOfName(fields.name);
    setError(found);
    if (found !== undefined) name.current?.focus();
    else if (!make.isPending) make.mutate(fields, { onSuccess: props.onMade });
  };

  return (
    <Dialog onClose={props.onClose} title={t("settings.keys.makeTitle")} className="settings-dialog">
      <form className="settings-form" onSubmit={submit} noValidate aria-busy={make.isPending}>
        <TextInput
          ref={name}
          data-autofocus
          label={t("settings.keys.name")}
          description={t("settings.keys.nameHint")}
          error={error}
          value={fields.name}
          onChange={(event) => {
            change({ name: event.currentTarget.value });
            setError(undefined);
          }}
          autoComplete="off"
        />
        <Checkbox
          label={t("settings.keys.mayWrite")}
          description={t("settings.keys.mayWriteHint")}
          checked={fields.canWrite}
          onChange={(event) => change({ canWrite: event.currentTarget.checked })}
        />
        <NativeSelect
          label={t("settings.keys.expires")}
          data={EXPIRIES.map((value) => ({ value, label: t(`settings.keys.expiries.${value}`) }))}
          value={fields.expiry}
          onChange={(event) => change({ expiry: event.currentTarget.value as Expiry })}
        />
        <DialogFoot
          error={make.error && sentence(make.error, { token_limit: t("settings.keys.limit") })}
          isSending={make.isPending}
          verb={t("settings.keys.make")}
          onClose={props.onClose}
        />
      </form>
    </Dialog>
  );
}

function errorOfName(name: string): string | undefined {
  if (name.trim() === "") return t("settings.keys.noName");
  return [...name.trim()].length > LONGEST_NAME ? t("settings.keys.longName") : undefined;
}
