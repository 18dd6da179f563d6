/** Revoking a link cannot be undone, so it asks first. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { done } from "../../notices";
import { type Share, useRevokeShare } from "../../state/shares";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";

export function RevokeLink({ share }: { share: Share }) {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => ask(true)}>
        {t("shares.revokeDots")}
      </Button>
      {isAsking && <RevokeQuestion share={share} onClose={() => ask(false)} />}
    </>
  );
}

export function RevokeQuestion({ share, onClose }: { share: Share; onClose: () => void }) {
  const revoke = useRevokeShare(share.id);
  const name = nameOfNote(share.title);
  return (
    <Confirm
      title={t("shares.revokeTitle", { name })}
      action={t("shares.revoke")}
      isDanger
      inWords={errorOfCall}
      onYes={() => revoke.mutateAsync()}
      onDone={() => {
        onClose();
        done(t("shares.revoked"));
      }}
      onClose={onClose}
    >
      <p className="link-revoked">
        <bdi dir="ltr">{share.url}</bdi>
      </p>
      <p>{t(share.kind === "site" ? "shares.revokeTextFolder" : "shares.revokeText")}</p>
    </Confirm>
  );
}
