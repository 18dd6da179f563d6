/** A mail to oneself, and what became of it. */
import { Button } from "@mantine/core";
import { t } from "../i18n";
import { busy } from "../ui/busy";
import { errorOfCall } from "../ui/formErrors";
import { type MailOutcome, useTestMail } from "./admin";

export default function MailSection() {
  const test = useTestMail();
  return (
    <>
      <p className="settings-lead">{t("admin.mail.lead")}</p>
      <Button {...busy(test.isPending)} onClick={() => test.isPending || test.mutate()}>
        {t(test.isPending ? "admin.mail.sending" : "admin.mail.send")}
      </Button>
      <div className="mail-outcome" role="status">
        {test.data && !test.isPending && <Outcome of={test.data} />}
      </div>
      <div role="alert">
        {test.error && <p className="settings-notice is-fault">{errorOfCall(test.error)}</p>}
      </div>
    </>
  );
}

function Outcome({ of: outcome }: { of: MailOutcome }) {
  const isFailed = outcome.state === "failed";
  return (
    <div className={isFailed ? "settings-notice is-fault" : "settings-notice"}>
      <strong>{t(`admin.mail.states.${outcome.state}`, { email: outcome.recipient })}</strong>
      {t(`admin.mail.next.${outcome.state}`)}
      {(outcome.error ?? outcome.file) && (
        <code className="mail-words" dir="ltr">
          {outcome.error ?? outcome.file}
        </code>
      )}
    </div>
  );
}
