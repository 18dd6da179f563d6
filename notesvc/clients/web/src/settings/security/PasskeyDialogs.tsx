/** A better name for a passkey, and an end to one. */
import { TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { t } from "../../i18n";
import { done } from "../../notices";
import { Confirm } from "../../ui/Confirm";
import { Dialog } from "../../ui/Dialog";
import { DialogFoot } from "../../ui/DialogFoot";
import { errorOfCall } from "../../ui/formErrors";
import { LONGEST_NAME, type Passkey, useRemovePasskey, useRenamePasskey } from "./passkeys";

interface Props {
  of: Passkey;
  onClose: () => void;
}

export function RenamePasskey({ of: passkey, onClose }: Props) {
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const rename = useRenamePasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = errorOfName(name);
    setError(found);
    if (found !== undefined) input.current?.focus();
    else if (!rename.isPending) rename.mutate({ id: passkey.id, name: name.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog onClose={onClose} title={t("settings.security.passkeys.renameTitle")} className="settings-dialog">
      <form className="settings-form" onSubmit={submit} noValidate aria-busy={rename.isPending}>
        <TextInput
          ref={input}
          data-autofocus
          label={t("settings.security.passkeys.name")}
          description={t("settings.security.passkeys.nameHint")}
          error={error}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
          autoComplete="off"
        />
        <DialogFoot
          error={rename.error && errorOfCall(rename.error)}
          isSending={rename.isPending}
          verb={t("settings.security.passkeys.save")}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

export function RemovePasskey({ of: passkey, onClose }: Props) {
  const remove = useRemovePasskey();
  const after = () => {
    done(t("settings.security.passkeys.removed"));
    onClose();
  };
  return (
    <Confirm
      title={t("settings.security.passkeys.removeTitle", { name: passkey.name })}
      action={t("settings.security.passkeys.remove")}
      isDanger
      inWords={errorOfCall}
      onYes={() => remove.mutateAsync(passkey.id)}
      onDone={after}
      onClose={onClose}
    >
      <p>{t("settings.security.passkeys.removeText")}</p>
    </Confirm>
  );
}

function errorOfName(name: string): string | undefined {
  if (name.trim() === "") return t("settings.security.passkeys.noName");
  return [...name.trim()].length > LONGEST_NAME ? t("settings.security.passkeys.longName") : undefined;
}
