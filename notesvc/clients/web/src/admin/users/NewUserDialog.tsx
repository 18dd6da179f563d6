/** Makes an account for somebody, who is sent a mail to choose a password. */
import { Checkbox, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Problem } from "../../api";
import { t } from "../../i18n";
import { done } from "../../notices";
import { useProofAsked } from "../../state/proof";
import { DialogFoot } from "../../ui/DialogFoot";
import { errorOfCall, errorOfEmail, errorOfName } from "../../ui/formErrors";
import { useFormErrors } from "../../ui/useFormErrors";
import { useMakeAccount } from "../admin";

export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ name: "", email: "", isAdmin: false });
  const form = useFormErrors();
  const make = useMakeAccount();
  const isProofAsked = useProofAsked();
  const change = (some: Partial<typeof fields>) => setFields((before) => ({ ...before, ...some }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = { name: errorOfName(fields.name), email: errorOfEmail(fields.email) };
    if (form.show(found) || make.isPending) return;
    make.mutate(fields, {
      onSuccess: (made) => {
        done(t("admin.users.made", { email: made.email }));
        onClose();
      },
      onError: (error) => form.show(errorsOf(error)),
    });
  };
  const text = (name: "name" | "email") => ({
    ref: form.field(name),
    value: fields[name],
    error: form.errors[name],
    autoComplete: "off",
    onChange: (event: FormEvent<HTMLInputElement>) => {
      change({ [name]: event.currentTarget.value });
      form.forget(name);
    },
  });
  return (
    <Modal
      opened={!isProofAsked}
      keepMounted
      onClose={onClose}
      title={t("admin.users.make")}
      closeButtonProps={{ "aria-label": t("common.close") }}
      className="settings-dialog"
    >
      <form className="settings-form" onSubmit={submit} noValidate aria-busy={make.isPending}>
        <p className="dialog-text admin-dialog-text">{t("admin.users.makeLead")}</p>
        <TextInput {...text("name")} data-autofocus label={t("admin.users.name")} />
        <TextInput {...text("email")} type="email" label={t("account.email")} />
        <Checkbox
          label={t("admin.users.asAdmin")}
          description={t("admin.users.asAdminHint")}
          checked={fields.isAdmin}
          onChange={(event) => change({ isAdmin: event.currentTarget.checked })}
        />
        <DialogFoot
          error={form.errors.form}
          isSending={make.isPending}
          verb={t("admin.users.make")}
          onClose={onClose}
        />
      </form>
    </Modal>
  );
}

function errorsOf(error: unknown) {
  if (!(error instanceof Problem)) return { form: errorOfCall(error) };
  if (error.code === "name_taken") return { email: t("admin.users.taken") };
  if (error.errors.some(({ field }) => field === "email")) return { email: t("account.problem.badEmail") };
  return { form: error.code === "forbidden" ? t("admin.users.noPasswords") : errorOfCall(error) };
}
