/** Asking for a link to set a new password; the answer is the same whether or not there is an account. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { to } from "../addresses";
import { answer, api } from "../api";
import { t } from "../i18n";
import { errorOfCall, errorOfEmail } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { AccountForm, useAccountForm } from "./AccountForm";
import { AccountPage } from "./AccountPage";
import { useKeptFields } from "./keptFields";
import { useIsMailed } from "./signInMethods";

export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  const isMailed = useIsMailed();
  if (sentTo !== undefined) {
    return (
      <AccountPage
        title={t(isMailed ? "account.forgot.sentTitle" : "account.forgot.noMailTitle")}
        lead={t(isMailed ? "account.forgot.sentLead" : "account.forgot.noMailSent", { email: sentTo })}
      >
        <Link href={to.signIn()}>{t("account.forgot.toSignIn")}</Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={t("account.forgot.title")}
      lead={t(isMailed ? "account.forgot.lead" : "account.forgot.noMailLead")}
    >
      <ForgotForm onSent={setSentTo} />
      <p className="account-other">
        <Link href={to.signIn()}>{t("account.forgot.toSignIn")}</Link>
      </p>
    </AccountPage>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const isMailed = useIsMailed();
  const { fields, change, forget } = useKeptFields("forgot", { email: "" });
  const email = fields.email.trim();
  const form = useAccountForm({
    check: () => ({ email: errorOfEmail(fields.email) }),
    send: async () => {
      await answer(api.POST("/api/auth/forgot-password", { body: { email } }));
      forget();
      onSent(email);
    },
    onError: (error) => ({ form: errorOfCall(error) }),
  });
  return (
    <AccountForm form={form} verb={t(isMailed ? "account.forgot.do" : "account.noMail.make")}>
      <TextInput
        {...form.input("email", fields.email, (typed) => change({ email: typed }))}
        name="email"
        type="email"
        autoComplete="username"
        label={t("account.email")}
      />
    </AccountForm>
  );
}
