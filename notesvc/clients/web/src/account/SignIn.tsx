/** Signing in with e-mail address and password, or through an external provider. */
import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { localPath, onwards, to } from "../addresses";
import type { User } from "../api";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { useUser } from "../state/session";
import { errorOfCall, errorOfEmail, type FormErrors } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { PasswordField } from "../ui/PasswordField";
import { AccountForm, useAccountForm } from "./AccountForm";
import { AccountPage } from "./AccountPage";
import { CodeAfterProvider } from "./CodeAfterProvider";
import { CodeField } from "./CodeField";
import { FormError } from "./FormError";
import { useKeptFields } from "./keptFields";
import { PasskeySignIn } from "./PasskeySignIn";
import { Or, ProviderButtons } from "./ProviderButtons";
import { problemAt } from "./providers";
import { type SignInMethods, useSignInMethods } from "./signInMethods";
import { enter, isCodeWanted, signIn } from "./signInRequests";

/** What the registration hands on when nobody is signed in after it. */
export interface FromRegistration {
  email: string;
  isPerhapsKnown: true;
}

export default function SignIn() {
  const methods = useSignInMethods();
  const user = useUser();
  const [search] = useSearchParams();
  const next = localPath(search.get("next"));
  if (user) return <Redirect to={next} replace />;
  if (methods.data?.isFirst) return <Redirect to={to.register + location.search} replace />;
  return (
    <AccountPage title={t("account.signIn.title")} lead={t("account.signIn.lead")}>
      {search.has("leaving") && (
        <p className="account-notice" role="status">
          {t("account.signIn.leaving", { count: Number(search.get("leaving")) || 7 })}
        </p>
      )}
      <ProviderProblem code={search.get("problem")} />
      {search.has("code") ? <CodeAfterProvider next={next} /> : <WaysIn methods={methods.data} next={next} />}
      <p className="account-other">
        {methods.data?.registration === "closed" ? (
          t("account.signIn.noRegistration")
        ) : (
          <Link href={onwards(to.register, next)}>{t("account.signIn.register")}</Link>
        )}
      </p>
    </AccountPage>
  );
}

function WaysIn({ methods, next }: { methods: SignInMethods | undefined; next: string }) {
  const [, navigate] = useLocation();
  const onUser = (user: User) => {
    enter(user);
    navigate(next, { replace: true });
  };
  const [wantsPassword, setWantsPassword] = useState(false);
  const isOffered = (methods?.providers.length ?? 0) > 0;
  if (methods === undefined || methods.password || !isOffered) {
    return (
      <>
        <SignInForm next={next} />
        <PasskeySignIn onUser={onUser} />
        {methods && isOffered && (
          <>
            <Or />
            <ProviderButtons methods={methods} next={next} />
          </>
        )}
      </>
    );
  }
  return (
    <>
      <ProviderButtons methods={methods} next={next} />
      <PasskeySignIn onUser={onUser} />
      <Or />
      {wantsPassword ? (
        <SignInForm next={next} />
      ) : (
        <Button variant="subtle" fullWidth onClick={() => setWantsPassword(true)}>
          {t("providers.byPassword")}
        </Button>
      )}
      <p className="account-hint">{t("providers.byPasswordHint")}</p>
    </>
  );
}

/** What went wrong at a provider: its way back leads here. */
export function ProviderProblem({ code }: { code: string | null }) {
  const text = problemAt(code);
  return text === undefined ? null : (
    <div className="account-problem">
      <FormError text={text} />
    </div>
  );
}

function SignInForm({ next }: { next: string }) {
  const from = useHistoryState<FromRegistration | null>();
  const { fields, change, form } = useSigningIn(next, from?.email ?? "");
  const first = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const inputs = first.current?.querySelectorAll("input");
    inputs?.[inputs[0]?.value ? 1 : 0]?.focus();
  }, []);
  return (
    <AccountForm ref={first} form={form} verb={t("account.signIn.do")}>
      {from?.isPerhapsKnown && <p className="account-notice">{t("account.signIn.perhapsKnown")}</p>}
      <TextInput
        {...form.input("email", fields.email, (typed) => change({ email: typed }))}
        name="email"
        type="email"
        autoComplete="username webauthn"
        label={t("account.email")}
      />
      <PasswordField
        {...form.input("password", fields.password, (password) => change({ password }))}
        kind="current-password"
      />
      {fields.code === null ? (
        <Link href={to.forgotPassword}>{t("account.forgot.link")}</Link>
      ) : (
        <CodeField {...form.input("code", fields.code, (code) => change({ code }))} />
      )}
    </AccountForm>
  );
}

/** The fields of the form, and sending them. */
function useSigningIn(next: string, email: string) {
  const [, navigate] = useLocation();
  // The code's field is shown once the service asked for one.
  const empty = { email, password: "", code: null as string | null };
  const { fields, change, forget } = useKeptFields("sign-in", empty);
  const form = useAccountForm({
    check: () => ({
      email: errorOfEmail(fields.email),
      password: fields.password === "" ? t("account.problem.noPassword") : undefined,
      code: fields.code?.trim() === "" ? t("account.problem.noCode") : undefined,
    }),
    send: async () => {
      enter(await signIn(fields.email, fields.password, fields.code ?? ""));
      forget();
      navigate(next, { replace: true });
    },
    onError: (error) => {
      if (!isCodeWanted(error) || fields.code !== null) return errorsOfSignIn(error);
      change({ code: "" });
      return {};
    },
  });
  return { fields, change, form };
}

const errorsOfSignIn = (error: unknown): FormErrors =>
  errorsAt(
    error,
    {
      second_factor_required: { code: t("account.problem.code") },
      unauthenticated: { password: t("account.problem.pair") },
    },
    errorOfCall,
  );
