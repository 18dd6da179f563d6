/** The secret for an authenticator app, and the first code of it. */
import { type FormEvent, useState } from "react";
import { CodeField } from "../../account/CodeField";
import { t } from "../../i18n";
import { errorsAt } from "../../i18n/problem";
import { done } from "../../notices";
import { type TotpSecret, useConfirmApp } from "../../state/security";
import { CopyButton } from "../../ui/CopyButton";
import { DialogFoot } from "../../ui/DialogFoot";
import { errorOfCall } from "../../ui/formErrors";
import { useFormErrors } from "../../ui/useFormErrors";

interface Props {
  made: TotpSecret;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

export function SetUpApp({ made, onCodes, onCancel }: Props) {
  const [code, setCode] = useState("");
  const form = useFormErrors();
  const confirm = useConfirmApp();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = code.trim() === "" ? t("account.problem.noCode") : undefined;
    if (form.show({ code: missing }) || confirm.isPending) return;
    confirm
      .mutateAsync(code.trim())
      .then(({ recoveryCodes }) => {
        onCodes(recoveryCodes);
        done(t("settings.security.turnedOn"));
      })
      .catch((error) => {
        form.show(errorsAt(error, { code: { code: t("settings.security.wrongCode") } }, errorOfCall));
      });
  };
  return (
    <form className="settings-form" onSubmit={submit} noValidate aria-busy={confirm.isPending}>
      <Secret made={made} />
      <CodeField {...form.input("code", code, setCode)} hint={t("settings.security.confirmHint")} />
      <DialogFoot
        error={form.errors.form}
        isSending={confirm.isPending}
        verb={t("settings.security.turnOn")}
        onClose={onCancel}
      />
    </form>
  );
}

function Secret({ made }: { made: TotpSecret }) {
  return (
    <div>
      <p className="settings-legend security-secret-title">{t("settings.security.secret")}</p>
      <p className="settings-hint">{t("settings.security.secretHint")}</p>
      <img className="security-qr" src={made.qrCode} alt={t("settings.security.qrCode")} />
      <code className="security-secret" dir="ltr">
        {made.secret.match(/.{1,4}/g)?.join(" ")}
      </code>
      <div className="settings-actions security-take">
        <CopyButton text={made.secret} />
        <a className="security-open" href={made.otpauthUri}>
          {t("settings.security.openInApp")}
        </a>
      </div>
    </div>
  );
}
