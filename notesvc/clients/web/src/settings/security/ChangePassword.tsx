/** A new password. */
import { Checkbox } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { errorsOfNewPassword } from "../../account/ResetPassword";
import { t } from "../../i18n";
import { done } from "../../notices";
import { useChangePassword } from "../../state/security";
import { FormFoot } from "../../ui/FormFoot";
import { errorOfNewPassword, type FormErrors } from "../../ui/formErrors";
import { PasswordField } from "../../ui/PasswordField";
import { useFormErrors } from "../../ui/useFormErrors";

const EMPTY = { password: "", keepKeys: false };

export function ChangePassword({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const [fields, setFields] = useState(EMPTY);
  const form = useFormErrors();
  const change = useChangePassword();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: FormErrors = { password: errorOfNewPassword(fields.password) };
    if (form.show(found) || change.isPending) return;
    change.mutate(fields, {
      onSuccess: () => {
        setFields(EMPTY);
        done(t("settings.security.passwordChanged"));
      },
      onError: (error) => void form.show(errorsOfNewPassword(error)),
    });
  };
  const verb = hasPassword ? "settings.security.changePassword" : "settings.security.setPassword";
  return (
    <section aria-label={t("settings.security.password")}>
      <h2>{t("settings.security.password")}</h2>
      {!hasPassword && <p className="security-line">{t("settings.security.noPassword")}</p>}
      <form className="settings-form" onSubmit={submit} noValidate aria-busy={change.isPending}>
        {/* Password managers want to know whose password it is. */}
        <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
        <PasswordField
          {...form.input("password", fields.password, (password) => setFields({ ...fields, password }))}
          kind="new-password"
          label={t("settings.security.newPassword")}
          hint={t("account.register.passwordHint")}
        />
        <Checkbox
          label={t("account.reset.keepKeys")}
          description={t("account.reset.keepKeysHint")}
          checked={fields.keepKeys}
          onChange={(event) => setFields({ ...fields, keepKeys: event.currentTarget.checked })}
        />
        <FormFoot error={form.errors.form} isSending={change.isPending} verb={t(verb)} variant="default" />
      </form>
    </section>
  );
}
