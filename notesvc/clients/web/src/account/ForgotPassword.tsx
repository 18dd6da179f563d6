/** Asking for a link to set a new password; the answer is the same whether or not there is an account. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { to } from "../addresses";
import { answer, api } from "../api";
import { t } from "../i18n";
import { busy } from "../ui/busy";
import { errorOfCall, errorOfEmail } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { useFormErrors } from "../ui/useFormErrors";
import { AccountPage } from "./AccountPage";
import { FormError } from "./FormError";
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
  const [isSending, setSending] = useState(false);
  const form = useFormErrors();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.show({ email: errorOfEmail(fields.email) }) || isSending) return;
    setSending(true);
    const email = fields.email.trim();
    try {
      await answer(api.POST("/api/auth/forgot-password", { body: { email } }));
      forget();
      onSent(email);
    } catch (error) {
      form.show({ form: errorOfCall(error) });
      setSending(false);
    }
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate aria-busy={isSending}>
      <TextInput
        {...form.input("email", fields.email, (typed) => change({ email: typed }))}
        name="email"
        type="email"
        autoComplete="username"
        label={t("account.email")}
      />
      <FormError text={form.errors.form} />
      <Button type="submit" fullWidth {...busy(isSending)}>
        {isSending ? t("common.sending") : t(isMailed ? "account.forgot.do" : "account.noMail.make")}
      </Button>
    </form>
  );
}
