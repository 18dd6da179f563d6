/** Setting a new password by a mailed link. Opening the page sends nothing: mail programs open links too. */
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { to } from "../addresses";
import { answer, api } from "../api";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { errorOfCall, errorOfNewPassword, type FormErrors, isLinkRefused } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { PasswordField } from "../ui/PasswordField";
import { AccountForm, useAccountForm } from "./AccountForm";
import { AccountPage } from "./AccountPage";
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
  const form = useAccountForm({
    check: () => ({ password: errorOfNewPassword(password) }),
    send: async () => {
      await answer(api.POST("/api/auth/reset-password", { body: { token, password, keepKeys } }));
      onEnd("done");
    },
    onError: (error) => {
      if (!isLinkRefused(error)) return errorsOfNewPassword(error);
      onEnd("refused");
      return {};
    },
  });
  return (
    <AccountForm form={form} verb={t("account.reset.do")}>
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
    </AccountForm>
  );
}

/** What the service has against a new password: its length, or whatever it says. */
export const errorsOfNewPassword = (error: unknown): FormErrors =>
  errorsAt(error, { password: { password: t("account.problem.shortPassword") } }, errorOfCall);
