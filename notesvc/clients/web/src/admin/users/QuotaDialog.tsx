/** Bounds what the attachments of somebody may take together. */
import { TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { t } from "../../i18n";
import { bytesOf, MEGABYTE, size } from "../../i18n/sizes";
import { done } from "../../notices";
import { Dialog } from "../../ui/Dialog";
import { DialogFoot } from "../../ui/DialogFoot";
import { errorOfCall } from "../../ui/formErrors";
import { type Account, useChangeAccount } from "../admin";

export function QuotaDialog({ of: user, onClose }: { of: Account; onClose: () => void }) {
  const [typed, setTyped] = useState(user.quotaBytes === null ? "" : String(user.quotaBytes / MEGABYTE));
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const change = useChangeAccount();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const quotaBytes = bytesOf(typed);
    if (quotaBytes === undefined) {
      setError(t("admin.users.quota.bad"));
      field.current?.focus();
    } else if (!change.isPending) {
      const onSuccess = () => {
        done(t("admin.users.quota.done", { name: user.name }));
        onClose();
      };
      change.mutate({ id: user.id, change: { quotaBytes } }, { onSuccess });
    }
  };
  return (
    <Dialog
      keepMounted
      onClose={onClose}
      title={<bdi>{t("admin.users.quota.title", { name: user.name })}</bdi>}
      className="settings-dialog"
    >
      <form className="settings-form" onSubmit={submit} noValidate aria-busy={change.isPending}>
        <TextInput
          ref={field}
          data-autofocus
          inputMode="decimal"
          label={t("admin.users.quota.label")}
          description={t("admin.users.quota.hint", { size: size(user.attachmentBytes) })}
          value={typed}
          error={error}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <DialogFoot
          error={change.error && errorOfCall(change.error)}
          isSending={change.isPending}
          verb={t("common.save")}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
