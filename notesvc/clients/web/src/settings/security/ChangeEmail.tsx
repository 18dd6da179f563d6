/** Another e-mail address, and whether the present one has been confirmed. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useIsMailed } from "../../account/signInMethods";
import { t } from "../../i18n";
import { errorsAt } from "../../i18n/problem";
import { done, failed } from "../../notices";
import { useChangeEmail, useSendLink } from "../../state/security";
import { busy } from "../../ui/busy";
import { FormFoot } from "../../ui/FormFoot";
import { errorOfCall, errorOfEmail } from "../../ui/formErrors";
import { useFormErrors } from "../../ui/useFormErrors";

export function ChangeEmail({ email, isVerified }: { email: string; isVerified: boolean }) {
  return (
    <section aria-label={t("settings.security.email")}>
      <h2>{t("settings.security.email")}</h2>
      <p className="security-line">
        {t(isVerified ? "settings.security.verified" : "settings.security.notVerified", { email })}
      </p>
      {!isVerified && <SendLink email={email} />}
      <EmailForm present={email} />
    </section>
  );
}

function SendLink({ email }: { email: string }) {
  const isMailed = useIsMailed();
  const send = useSendLink();
  const after = {
    onSuccess: () => done(isMailed ? t("settings.security.linkSent", { email }) : t("account.noMail.made")),
    onError: (error: unknown) => failed(error),
  };
  return (
    <Button
      variant="default"
      mb={20}
      {...busy(send.isPending)}
      onClick={() => send.isPending || send.mutate(undefined, after)}
    >
      {t(isMailed ? "settings.security.sendLink" : "account.noMail.make")}
    </Button>
  );
}

function EmailForm({ present }: { present: string }) {
  const [email, setEmail] = useState("");
  const [askedFor, setAskedFor] = useState<string>();
  const isMailed = useIsMailed();
  const form = useFormErrors();
  const change = useChangeEmail();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = email.trim();
    const same =
      wanted.toLowerCase() === present.toLowerCase() ? t("settings.security.sameEmail") : undefined;
    if (form.show({ email: errorOfEmail(email) ?? same }) || change.isPending) return;
    change.mutate(wanted, {
      onSuccess: () => {
        setEmail("");
        setAskedFor(wanted);
      },
      onError: (error) => {
        form.show(errorsAt(error, { email: { email: t("account.problem.badEmail") } }, errorOfCall));
      },
    });
  };
  return (
    <form className="settings-form" onSubmit={submit} noValidate aria-busy={change.isPending}>
      <TextInput
        {...form.input("email", email, setEmail)}
        name="new-email"
        type="email"
        autoComplete="email"
        label={t("settings.security.newEmail")}
        description={t(isMailed ? "settings.security.newEmailHint" : "account.noMail.newEmailHint")}
      />
      <div role="status">
        {askedFor && (
          <p className="settings-notice">
            {t(isMailed ? "settings.security.emailAsked" : "account.noMail.emailAsked", { email: askedFor })}
          </p>
        )}
      </div>
      <FormFoot
        error={form.errors.form}
        isSending={change.isPending}
        verb={t("settings.security.changeEmail")}
        variant="default"
      />
    </form>
  );
}
