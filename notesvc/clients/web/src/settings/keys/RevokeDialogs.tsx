/** What cannot be undone asks first: rotating a key, revoking it, revoking all. */

import { t } from "../../i18n";
import { done } from "../../notices";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";
import { type Key, type KeyWithSecret, useRevokeAllKeys, useRevokeKey, useRotateKey } from "./keys";

export function RotateDialog(props: { of: Key; onClose: () => void; onMade: (made: KeyWithSecret) => void }) {
  const rotate = useRotateKey();
  return (
    <Confirm
      title={t("settings.keys.rotateTitle", { name: props.of.name })}
      action={t("settings.keys.rotate")}
      inWords={errorOfCall}
      onYes={() => rotate.mutateAsync(props.of)}
      onDone={props.onMade}
      onClose={props.onClose}
    >
      <p>{t("settings.keys.rotateText")}</p>
    </Confirm>
  );
}

export function RevokeDialog(props: { of: Key; onClose: () => void }) {
  const revoke = useRevokeKey();
  const after = () => {
    done(t("settings.keys.revoked"));
    props.onClose();
  };
  return (
    <Confirm
      title={t("settings.keys.revokeTitle", { name: props.of.name })}
      action={t("settings.keys.revoke")}
      isDanger
      inWords={errorOfCall}
      onYes={() => revoke.mutateAsync(props.of)}
      onDone={after}
      onClose={props.onClose}
    >
      <p>{t("settings.keys.revokeText")}</p>
    </Confirm>
  );
}

export function RevokeAllDialog(props: { count: number; onClose: () => void }) {
  const revoke = useRevokeAllKeys();
  const after = ({ revoked }: { revoked: number }) => {
    done(t("settings.keys.revokedAll", { count: revoked }));
    props.onClose();
  };
  return (
    <Confirm
      title={t("settings.keys.revokeAllTitle")}
      action={t("settings.keys.revokeAll")}
      isDanger
      inWords={errorOfCall}
      onYes={() => revoke.mutateAsync()}
      onDone={after}
      onClose={props.onClose}
    >
      <p>{t("settings.keys.revokeAllText", { count: props.count })}</p>
    </Confirm>
  );
}
