/** Setting a new password by a mailed link. Opening the page sends nothing: mail programs open links too. */
import { Button, Checkbox } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { to } from "../addresses";
import { answer, api } from "../api";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { busy } from "../ui/busy";
import { errorOfCall, errorOfNewPassword, type FormErrors, isLinkRefused } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { PasswordField } from "../ui/PasswordField";
import { useFormErrors } from "../ui/useFormErrors";
import { AccountPage } from "./AccountPage";
import { FormError } from "./FormError";
import { forgetMailedLink, useMailedLink } from "./mailedLink";

export default function ResetPassword() {
  const { token } = useMailedLink();
  const [outcome, setOutcome] = useState<"done" | "refused">();
  const finish = (how: "done" | "refused") => {
    setOutcome(how);
    forgetMailedLink();
  };
  // Another link may be opened where one was used.
  if (outcome === "done" && token === "") {
    return (
      <AccountPage title={t("account.reset.doneTitle")} lead={t("account.reset.doneLead")}>
        {/* A page of its own: what this one knows of a session is over. */}
        <a href={to.signIn()}>{t("account.signIn.do")}</a>
      </AccountPage>
    );
  }
  if (token === "") {
    return (
      <AccountPage title={t("account.reset.refusedTitle")} lead={t("account.reset.refusedLead")}>
        <Link href={to.forgotPassword}>{t("account.reset.again")}</Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={t("account.reset.title")} lead={t("account.reset.lead")}>
      <ResetForm token={token} onEnd={finish} />
    </AccountPage>
  );
}

function ResetForm({ token, onEnd }: { token: string; onEnd: (how: "done" | "refused") => void }) {
  const [password, setPassword] = useState("");
  const [keepKeys, setKeepKeys] = useState(false);
  const [isSending, setSending] = useState(false);
  const form = useFormErrors();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.show({ password: errorOfNewPassword(password) }) || isSending) return;
    setSending(true);
    try {
      await answer(api.POST("/api/auth/reset-password", { body: { token, password, keepKeys } }));
      onEnd("done");
    } catch (error) {
      setSending(false);
      if (isLinkRefused(error)) onEnd("refused");
      else form.show(errorsOfNewPassword(error));
    }
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate aria-busy={isSending}>
      <PasswordField
        {...form.input("password", password, setPassword)}
        kind="new-password"
        label={t("account.reset.password")}
        hint={t("account.register.passwordHint")}
      />
      <Checkbox
        label={t("account.reset.keepKeys")}
        description={t("account.reset.keepKeysHint")}
        checked={keepKeys}
        onChange={(event) => setKeepKeys(event.currentTarget.checked)}
      />
      <FormError text={form.errors.form} />
      <Button type="submit" fullWidth {...busy(isSending)}>
        {isSending ? t("common.sending") : t("account.reset.do")}
      </Button>
    </form>
  );
}

/** What the service has against a new password: its length, or whatever it says. */
export const errorsOfNewPassword = (error: unknown): FormErrors =>
  errorsAt(error, { password: { password: t("account.problem.shortPassword") } }, errorOfCall);
