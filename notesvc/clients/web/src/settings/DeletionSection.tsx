/** Deleting one's account: an export is offered first, what would be lost is named, and there are days to come back. */
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { count, size } from "../i18n/sizes";
import { done } from "../notices";
import { Confirm } from "../ui/Confirm";
import { errorOfCall } from "../ui/formErrors";
import { Waiting } from "../ui/States";
import { type Holdings, useDeleteAccount, useHoldings } from "./account";
import { addressOf } from "./ExportSection";

export default function DeletionSection() {
  const holdings = useHoldings();
  return (
    <>
      <p className="settings-lead">{t("settings.deletion.lead")}</p>
      <Waiting for={holdings} />
      {holdings.data && <Found of={holdings.data} />}
    </>
  );
}

function Found({ of: held }: { of: Holdings }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <h2>{t("settings.deletion.first")}</h2>
      <p>{t("settings.deletion.firstText")}</p>
      <Button
        component="a"
        variant="default"
        href={addressOf("zip", true)}
        download
        leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => done(t("settings.export.started"))}
      >
        {t("settings.deletion.export")}
      </Button>
      <h2>{t("settings.deletion.lost")}</h2>
      <ul className="deletion-lost">
        {lost(held).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="settings-hint">{t("settings.deletion.days", { count: held.days })}</p>
      <Button mt={20} color="red" onClick={() => setAsking(true)}>
        {t("settings.deletion.do")}
      </Button>
      {isAsking && <Ask days={held.days} onClose={() => setAsking(false)} />}
    </>
  );
}

function Ask({ days, onClose }: { days: number; onClose: () => void }) {
  const remove = useDeleteAccount();
  // The session has ended with the account: nothing of it stays on the page.
  const onSuccess = () => location.assign(`${to.signIn()}?leaving=${days}`);
  return (
    <Confirm
      title={t("settings.deletion.title")}
      action={t("settings.deletion.do")}
      isDanger
      inWords={errorOfCall}
      onYes={() => remove.mutateAsync()}
      onDone={onSuccess}
      onClose={onClose}
    >
      <p>{t("settings.deletion.text", { count: days })}</p>
    </Confirm>
  );
}

/** What there is, in words; what there is none of is not named. */
export function lost(held: Holdings): string[] {
  const parts = ["notes", "folders", "versions", "people"] as const;
  const named = parts
    .filter((part) => held[part] > 0)
    .map((part) => t(`settings.deletion.holdings.${part}`, { count: held[part], number: count(held[part]) }));
  if (held.attachments > 0) {
    const files = {
      count: held.attachments,
      number: count(held.attachments),
      size: size(held.attachmentBytes),
    };
    named.push(t("settings.deletion.holdings.attachments", files));
  }
  return [...named, t("settings.deletion.holdings.rest")];
}
