/** Making an account: the first one of this service, or a further one. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Redirect, useLocation, useSearchParams } from "wouter";
import { localPath, onwards, to } from "../addresses";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import { useUser } from "../state/session";
import { busy } from "../ui/busy";
import { faultOfEmail, faultOfName, faultOfNewPassword, faultsOfRegistration } from "../ui/faults";
import { Link } from "../ui/Link";
import { PasswordField } from "../ui/PasswordField";
import { useFaults } from "../ui/useFaults";
import { AccountPage } from "./AccountPage";
import { enter, register } from "./entering";
import { useKept } from "./kept";
import { Or, ProviderButtons } from "./ProviderButtons";
import { FormFault, type FromRegistration, ProviderProblem } from "./SignIn";
import { useWays, type Ways } from "./ways";

export default function Register() {
  const ways = useWays();
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
  if (ways.error) return <AccountPage title={t("account.problem.title")} lead={sentence(ways.error)} />;
  if (ways.data === undefined) return null;
  const { isFirst, registration } = ways.data;
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
      <RegisterForm ways={ways.data} next={next} onMailed={setMailedTo} />
      {!isFirst && (
        <p className="account-other">
          <Link href={signIn}>{t("account.register.haveOne")}</Link>
        </p>
      )}
    </AccountPage>
  );
}

interface FormProps {
  ways: Ways;
  next: string;
  onMailed: (email: string) => void;
}

function RegisterForm({ ways, next, onMailed }: FormProps) {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const invite = invitedBy(location.hash) ?? search.get("invite") ?? "";
  const empty = { invite, name: "", email: "", password: "" };
  const { fields, change, forget } = useKept("register", empty);
  const [isSending, setSending] = useState(false);
  const form = useFaults();
  const codeName = ways.isFirst ? "setupCode" : "invite";
  const wantsCode = ways.isFirst ? ways.needsCode : ways.registration === "invite";
  // The administrator's password is the way in when a provider is down.
  const byPassword = ways.isFirst || ways.password;

  const faultOfInvite = () =>
    wantsCode && fields.invite.trim() === ""
      ? t(ways.isFirst ? "account.problem.noSetupCode" : "account.problem.noInvite")
      : undefined;
  const found = () => ({
    invite: faultOfInvite(),
    name: faultOfName(fields.name),
    email: faultOfEmail(fields.email),
    password: faultOfNewPassword(fields.password),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.show(found()) || isSending) return;
    setSending(true);
    try {
      const user = await register({ ...fields, invite: wantsCode ? fields.invite : undefined });
      forget();
      if (user === "mailed") {
        onMailed(fields.email.trim());
        return;
      }
      if (user !== null) enter(user);
      const state: FromRegistration = { email: fields.email, isPerhapsKnown: true };
      navigate(user ? next : onwards(to.signIn(), next), { replace: true, state: user ? undefined : state });
    } catch (error) {
      form.show(faultsOfRegistration(error, codeName));
      setSending(false);
    }
  };
  const text = (name: "invite" | "name" | "email") => ({
    ref: form.field(name),
    name,
    value: fields[name],
    error: form.faults[name],
    onChange: (event: FormEvent<HTMLInputElement>) => {
      change({ [name]: event.currentTarget.value });
      form.forget(name);
    },
  });

  return (
    <form className="account-form" onSubmit={submit} noValidate aria-busy={isSending}>
      {wantsCode && (
        <TextInput
          {...text("invite")}
          label={t(`account.${codeName}`)}
          description={ways.isFirst ? t("account.register.setupHint") : undefined}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      {byPassword && (
        <>
          <TextInput
            {...text("name")}
            label={t("account.name")}
            description={t("account.register.nameHint")}
            autoComplete="name"
          />
          <TextInput {...text("email")} type="email" label={t("account.email")} autoComplete="username" />
          <PasswordField
            ref={form.field("password")}
            kind="new-password"
            hint={t("account.register.passwordHint")}
            value={fields.password}
            onChange={(password) => {
              change({ password });
              form.forget("password");
            }}
            fault={form.faults.password}
          />
          <FormFault text={form.faults.form} />
          <Button type="submit" fullWidth {...busy(isSending)}>
            {isSending ? t("account.sending") : t("account.register.do")}
          </Button>
        </>
      )}
      {ways.providers.length > 0 && (
        <>
          {byPassword ? <Or /> : <p className="account-hint">{t("providers.onlyProviders")}</p>}
          <ProviderButtons
            ways={ways}
            next={next}
            invite={fields.invite}
            mayGo={() => !form.show({ invite: faultOfInvite() })}
          />
        </>
      )}
    </form>
  );
}

/** The code of an invite's link: it stands behind `#`, so that it is sent to nobody before somebody wants it. */
function invitedBy(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("invite");
}
