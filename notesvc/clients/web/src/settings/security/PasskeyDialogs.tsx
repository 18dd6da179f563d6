/** A better name for a passkey, and an end to one. */
import { t } from "../../i18n";
import { done } from "../../notices";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";
import { NameDialog } from "../NameDialog";
import { type Passkey, useRemovePasskey, useRenamePasskey } from "./passkeys";

interface Props {
  of: Passkey;
  onClose: () => void;
}

export function RenamePasskey({ of: passkey, onClose }: Props) {
  const rename = useRenamePasskey();
  return (
    <NameDialog
      words={{
        title: t("settings.security.passkeys.renameTitle"),
        label: t("settings.security.passkeys.name"),
        hint: t("settings.security.passkeys.nameHint"),
        missing: t("settings.security.passkeys.noName"),
        tooLong: t("settings.security.passkeys.longName"),
        verb: t("settings.security.passkeys.save"),
      }}
      name={passkey.name}
      isSending={rename.isPending}
      error={rename.error && errorOfCall(rename.error)}
      onSubmit={(name) => rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
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
