/** Asks before somebody signs out who has not sent everything. */
import { t } from "../i18n";
import { leaving, useLeaving } from "../state/leaving";
import { Confirm } from "../ui/Confirm";
import { leaveAllTheSame } from "./leaving";

export default function LeavingDialog() {
  const count = useLeaving();
  return (
    <Confirm
      title={t("saving.leaving.title")}
      action={t("shell.signOut")}
      onYes={leaveAllTheSame}
      onClose={leaving.end}
    >
      <p>{t("saving.leaving.text", { count })}</p>
    </Confirm>
  );
}
