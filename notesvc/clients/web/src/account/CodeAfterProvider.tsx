/** The code that finishes a sign-in through a provider, where the account has an authenticator app. */
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { Problem } from "../api";
import { t } from "../i18n";
import { busy } from "../ui/busy";
import { errorOfCall, type FormErrors } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { useFormErrors } from "../ui/useFormErrors";
import { CodeField } from "./CodeField";
import { FormError } from "./FormError";
import { problemAt } from "./providers";
import { enter, isCodeWanted, signInWithCode } from "./signInRequests";

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
      <CodeField
        ref={form.field("code")}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          form.forget("code");
        }}
        error={form.errors.code}
      />
      <FormError text={form.errors.form} />
      <Button type="submit" fullWidth {...busy(isSending)}>
        {isSending ? t("common.sending") : t("account.signIn.do")}
      </Button>
      <Link href={to.signIn(next)}>{t("providers.codeOtherWay")}</Link>
    </form>
  );
}

function errorsOf(error: unknown): FormErrors {
  if (isCodeWanted(error)) return { code: t("account.problem.code") };
  const code = error instanceof Problem ? error.code : undefined;
  if (code === "sign_in_expired" || code === "account_disabled") return { form: problemAt(code) };
  return { form: errorOfCall(error) };
}
