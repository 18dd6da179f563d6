/** Makes an account for somebody, who is sent a mail to choose a password. */
import { Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { t } from "../../i18n";
import { errorsAt } from "../../i18n/problem";
import { done } from "../../notices";
import { Dialog } from "../../ui/Dialog";
import { DialogFoot } from "../../ui/DialogFoot";
import { errorOfCall, errorOfEmail, errorOfName } from "../../ui/formErrors";
import { useFormErrors } from "../../ui/useFormErrors";
import { useMakeAccount } from "../admin";

export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ name: "", email: "", isAdmin: false });
  const form = useFormErrors();
  const make = useMakeAccount();
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
    ...form.input(name, fields[name], (typed) => change({ [name]: typed })),
    autoComplete: "off",
  });
  return (
    <Dialog keepMounted onClose={onClose} title={t("admin.users.make")} className="settings-dialog">
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
    </Dialog>
  );
}

function errorsOf(error: unknown) {
  const places = {
    name_taken: { email: t("admin.users.taken") },
    email: { email: t("account.problem.badEmail") },
  };
  return errorsAt(error, places, () => errorOfCall(error, { forbidden: t("admin.users.noPasswords") }));
}
