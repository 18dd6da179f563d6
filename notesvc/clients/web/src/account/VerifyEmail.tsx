/** Confirming an e-mail address by a mailed link. Opening the page sends nothing: mail programs open links too. */
import { useState } from "react";
import { to } from "../addresses";
import { answer, api, isProblem, type User } from "../api";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { signedOut, useUser } from "../state/session";
import { errorOfCall, type FormErrors, isLinkRefused } from "../ui/formErrors";
import { Link } from "../ui/Link";
import { PasswordField } from "../ui/PasswordField";
import { AccountForm, useAccountForm } from "./AccountForm";
import { AccountPage } from "./AccountPage";
import { forgetMailedLink, type MailedLink, useMailedLink } from "./mailedLink";
import { enter } from "./signInRequests";

export default function VerifyEmail() {
  const link = useMailedLink();
  const user = useUser();
  const [outcome, setOutcome] = useState<{ confirmed?: User; isNew: boolean }>();
  const finish = (confirmed?: User) => {
    setOutcome({ confirmed, isNew: link.isNew });
    if (confirmed) enter(confirmed);
    forgetMailedLink();
  };
  // Another link may be opened where one was used.
  const isOver = link.token === "";
  if (isOver && outcome?.confirmed) return <Confirmed email={outcome.confirmed.email} />;
  if (isOver) return <Refused isNew={outcome?.isNew ?? false} />;
  if (!link.isNew && user === null) {
    return (
      <AccountPage title={t("account.verify.title")} lead={t("account.verify.signInLead")}>
        <Link href={to.signIn(to.verifyEmail)}>{t("account.signIn.do")}</Link>
      </AccountPage>
    );
  }
  if (!link.isNew && !user) return null;
  const lead = link.isNew
    ? t("account.verify.newLead")
    : t("account.verify.lead", { name: user?.name ?? "" });
  return (
    <AccountPage title={t("account.verify.title")} lead={lead}>
      <VerifyForm link={link} onEnd={finish} />
    </AccountPage>
  );
}

function Confirmed({ email }: { email: string }) {
  return (
    <AccountPage title={t("account.verify.doneTitle")} lead={t("account.verify.doneLead", { email })}>
      <Link href={to.home}>{t("account.verify.toNotes")}</Link>
    </AccountPage>
  );
}

function Refused({ isNew }: { isNew: boolean }) {
  return (
    <AccountPage
      title={t("account.verify.refusedTitle")}
      lead={t(isNew ? "account.verify.refusedNewLead" : "account.verify.refusedLead")}
    >
      {isNew ? (
        <Link href={to.register}>{t("account.signIn.register")}</Link>
      ) : (
        <Link href={to.settings("security")}>{t("account.verify.toSettings")}</Link>
      )}
    </AccountPage>
  );
}

function VerifyForm({ link, onEnd }: { link: MailedLink; onEnd: (confirmed?: User) => void }) {
  const [password, setPassword] = useState("");
  const form = useAccountForm({
    check: () => ({ password: link.isNew && password === "" ? t("account.problem.noPassword") : undefined }),
    send: async () => {
      const body = { token: link.token, password: link.isNew ? password : null };
      onEnd((await answer(api.POST("/api/auth/verify-email", { body }))).user);
    },
    onError: (error) => {
      if (!isLinkRefused(error)) return errorsOf(error, link.isNew);
      onEnd();
      return {};
    },
  });
  return (
    <AccountForm form={form} verb={t("account.verify.do")}>
      {link.isNew && (
        <PasswordField {...form.input("password", password, setPassword)} kind="current-password" />
      )}
    </AccountForm>
  );
}

function errorsOf(error: unknown, isNew: boolean): FormErrors {
  if (isNew)
    return errorsAt(error, { unauthenticated: { password: t("account.verify.wrong") } }, errorOfCall);
  if (isProblem(error, 401)) signedOut();
  return { form: errorOfCall(error) };
}
