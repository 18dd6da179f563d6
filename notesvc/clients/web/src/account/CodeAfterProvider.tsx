/** The code that finishes a sign-in through a provider, where the account has an authenticator app. */
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { busy } from "../ui/busy";
import { errorOfCall, type FormErrors } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { useFormErrors } from "../ui/useFormErrors";
import { CodeField } from "./CodeField";
import { FormError } from "./FormError";
import { problemAt } from "./providers";
import { enter, signInWithCode } from "./signInRequests";

export function CodeAfterProvider({ next }: { next: string }) {
  const [, navigate] = useLocation();
  const [code, setCode] = useState("");
  const [isSending, setSending] = useState(false);
  const form = useFormErrors();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = code.trim() === "" ? t("account.problem.noCode") : undefined;
    if (form.show({ code: missing }) || isSending) return;
    setSending(true);
    try {
      enter(await signInWithCode(code));
      navigate(next, { replace: true });
    } catch (error) {
      form.show(errorsOf(error));
      setSending(false);
    }
  };

  return (
    <form className="account-form" onSubmit={submit} noValidate aria-busy={isSending}>
      <p className="account-hint">{t("providers.codeLead")}</p>
      <CodeField {...form.input("code", code, setCode)} />
      <FormError text={form.errors.form} />
      <Button type="submit" fullWidth {...busy(isSending)}>
        {isSending ? t("common.sending") : t("account.signIn.do")}
      </Button>
      <Link href={to.signIn(next)}>{t("providers.codeOtherWay")}</Link>
    </form>
  );
}

const errorsOf = (error: unknown): FormErrors =>
  errorsAt(
    error,
    {
      second_factor_required: { code: t("account.problem.code") },
      sign_in_expired: { form: problemAt("sign_in_expired") },
      account_disabled: { form: problemAt("account_disabled") },
    },
    errorOfCall,
  );
