/** What cannot be undone asks first: rotating a key, revoking it, revoking all. */

import { t } from "../../i18n";
import { done } from "../../notices";
import { Asking } from "../../ui/Asking";
import { type Key, type KeyWithSecret, useRevokeAllKeys, useRevokeKey, useRotateKey } from "./keys";

export function RotateDialog(props: { of: Key; onClose: () => void; onMade: (made: KeyWithSecret) => void }) {
  const rotate = useRotateKey();
  return (
    <Asking
      title={t("settings.keys.rotateTitle", { name: props.of.name })}
      text={t("settings.keys.rotateText")}
      verb={t("settings.keys.rotate")}
      doing={rotate}
      onDo={() => rotate.mutate(props.of, { onSuccess: props.onMade })}
      onClose={props.onClose}
    />
  );
}

export function RevokeDialog(props: { of: Key; onClose: () => void }) {
  const revoke = useRevokeKey();
  const after = () => {
    done(t("settings.keys.revoked"));
    props.onClose();
  };
  return (
    <Asking
      title={t("settings.keys.revokeTitle", { name: props.of.name })}
      text={t("settings.keys.revokeText")}
      verb={t("settings.keys.revoke")}
      isGrave
      doing={revoke}
      onDo={() => revoke.mutate(props.of, { onSuccess: after })}
      onClose={props.onClose}
    />
  );
}

export function RevokeAllDialog(props: { count: number; onClose: () => void }) {
  const revoke = useRevokeAllKeys();
  const after = ({ revoked }: { revoked: number }) => {
    done(t("settings.keys.revokedAll", { count: revoked }));
    props.onClose();
  };
  return (
    <Asking
      title={t("settings.keys.revokeAllTitle")}
      text={t("settings.keys.revokeAllText", { count: props.count })}
      verb={t("settings.keys.revokeAll")}
      isGrave
      doing={revoke}
      onDo={() => revoke.mutate(undefined, { onSuccess: after })}
      onClose={props.onClose}
    />
  );
}
