/** Making an account: the first one of this service, or a further one. */
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { localPath, onwards, to } from "../addresses";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import { useUser } from "../state/session";
import { errorOfEmail, errorOfName, errorOfNewPassword, errorsOfRegistration } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { PasswordField } from "../ui/PasswordField";
import { AccountForm, AccountFormFoot, useAccountForm } from "./AccountForm";
import { AccountPage } from "./AccountPage";
import { useKeptFields } from "./keptFields";
import { Or, ProviderButtons } from "./ProviderButtons";
import { type FromRegistration, ProviderProblem } from "./SignIn";
import { type SignInMethods, useSignInMethods } from "./signInMethods";
import { enter, register } from "./signInRequests";

export default function Register() {
  const methods = useSignInMethods();
  const user = useUser();
  const [search] = useSearchParams();
  const next = localPath(search.get("next"));
  const signIn = onwards(to.signIn(), next);
  const [mailedTo, setMailedTo] = useState<string>();
  if (mailedTo !== undefined) {
    return (
      <AccountPage
        title={t("account.register.mailedTitle")}
        lead={t("account.register.mailedLead", { email: mailedTo })}
      >
        <Link href={signIn}>{t("account.register.haveOne")}</Link>
      </AccountPage>
    );
  }
  if (user) return <Redirect to={next} replace />;
  if (methods.error) return <AccountPage title={t("account.problem.title")} lead={sentence(methods.error)} />;
  if (methods.data === undefined) return null;
  const { isFirst, registration } = methods.data;
  if (!isFirst && registration === "closed") {
    return (
      <AccountPage title={t("account.register.closedTitle")} lead={t("account.register.closedLead")}>
        <Link href={signIn}>{t("account.register.haveOne")}</Link>
      </AccountPage>
    );
  }
  const lead = isFirst ? "firstLead" : registration === "invite" ? "inviteLead" : "lead";
  return (
    <AccountPage
      title={t(isFirst ? "account.register.firstTitle" : "account.register.title")}
      lead={t(`account.register.${lead}`)}
    >
      <ProviderProblem code={search.get("problem")} />
      <RegisterForm methods={methods.data} next={next} onMailed={setMailedTo} />
      {!isFirst && (
        <p className="account-other">
          <Link href={signIn}>{t("account.register.haveOne")}</Link>
        </p>
      )}
    </AccountPage>
  );
}

interface FormProps {
  methods: SignInMethods;
  next: string;
  onMailed: (email: string) => void;
}

function RegisterForm({ methods, next, onMailed }: FormProps) {
  const registration = useRegistration({ methods, next, onMailed });
  const { fields, form, wantsCode, codeName, errorOfInvite, text } = registration;
  // The administrator's password is the way in when a provider is down.
  const byPassword = methods.isFirst || methods.password;
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const inputs = Array.from(frame.current?.querySelectorAll("input") ?? []);
    inputs.find((input) => input.value === "")?.focus();
  }, []);
  return (
    <AccountForm ref={frame} form={form}>
      {wantsCode && (
        <TextInput
          {...text("invite")}
          label={t(`account.${codeName}`)}
          description={methods.isFirst ? t("account.register.setupHint") : undefined}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      {byPassword && <ByPassword {...registration} />}
      {methods.providers.length > 0 && (
        <>
          {byPassword ? <Or /> : <p className="account-hint">{t("providers.onlyProviders")}</p>}
          <ProviderButtons
            methods={methods}
            next={next}
            invite={fields.invite}
            mayGo={() => !form.show({ invite: errorOfInvite() })}
          />
        </>
      )}
    </AccountForm>
  );
}

function ByPassword({ fields, change, form, text }: ReturnType<typeof useRegistration>) {
  return (
    <>
      <TextInput
        {...text("name")}
        label={t("account.name")}
        description={t("account.register.nameHint")}
        autoComplete="name"
      />
      <TextInput {...text("email")} type="email" label={t("account.email")} autoComplete="username" />
      <PasswordField
        {...form.input("password", fields.password, (password) => change({ password }))}
        kind="new-password"
        hint={t("account.register.passwordHint")}
      />
      <AccountFormFoot form={form} verb={t("account.register.do")} />
    </>
  );
}

/** The fields of the form, and sending them. */
function useRegistration({ methods, next, onMailed }: FormProps) {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const invite = invitedBy(location.hash) ?? search.get("invite") ?? "";
  const empty = { invite, name: "", email: "", password: "" };
  const { fields, change, forget } = useKeptFields("register", empty);
  const codeName: "setupCode" | "invite" = methods.isFirst ? "setupCode" : "invite";
  const wantsCode = methods.isFirst ? methods.needsCode : methods.registration === "invite";
  const errorOfInvite = () => (wantsCode && fields.invite.trim() === "" ? noCode(methods) : undefined);
  const send = async () => {
    const user = await register({ ...fields, invite: wantsCode ? fields.invite : undefined });
    forget();
    if (user === "mailed") return onMailed(fields.email.trim());
    if (user !== null) enter(user);
    const state: FromRegistration = { email: fields.email, isPerhapsKnown: true };
    navigate(user ? next : onwards(to.signIn(), next), { replace: true, state: user ? undefined : state });
  };
  const form = useAccountForm({
    check: () => ({ invite: errorOfInvite(), ...errorsIn(fields) }),
    send,
    onError: (error) => errorsOfRegistration(error, codeName),
  });
  const text = (name: "invite" | "name" | "email") => ({
    name,
    ...form.input(name, fields[name], (typed) => change({ [name]: typed })),
  });
  return { fields, change, form, wantsCode, codeName, errorOfInvite, text };
}

const noCode = ({ isFirst }: SignInMethods) =>
  t(isFirst ? "account.problem.noSetupCode" : "account.problem.noInvite");

const errorsIn = ({ name, email, password }: { name: string; email: string; password: string }) => ({
  name: errorOfName(name),
  email: errorOfEmail(email),
  password: errorOfNewPassword(password),
});

/** The code of an invite's link: it stands behind `#`, so that it is sent to nobody before somebody wants it. */
function invitedBy(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("invite");
}
