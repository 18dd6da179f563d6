/** The code that finishes a sign-in through a provider, where the account has an authenticator app. */
import { useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { errorOfCall, type FormErrors } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { AccountForm, AccountFormFoot, useAccountForm } from "./AccountForm";
import { CodeField } from "./CodeField";
import { problemAt } from "./providers";
import { enter, signInWithCode } from "./signInRequests";

export function CodeAfterProvider({ next }: { next: string }) {
  const [, navigate] = useLocation();
  const [code, setCode] = useState("");
  const form = useAccountForm({
    check: () => ({ code: code.trim() === "" ? t("account.problem.noCode") : undefined }),
    send: async () => {
      enter(await signInWithCode(code));
      navigate(next, { replace: true });
    },
    onError: errorsOf,
  });
  return (
    <AccountForm form={form}>
      <p className="account-hint">{t("providers.codeLead")}</p>
      <CodeField {...form.input("code", code, setCode)} />
      <AccountFormFoot form={form} verb={t("account.signIn.do")} />
      <Link href={to.signIn(next)}>{t("providers.codeOtherWay")}</Link>
    </AccountForm>
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
