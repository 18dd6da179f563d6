/** A device that is disconnected asks first: its key is no good from then on. */
import { t } from "../../i18n";
import { done } from "../../notices";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";
import { type Key, useRevokeKey } from "../keys/keys";

export function DisconnectDialog(props: { of: Key; onClose: () => void }) {
  const revoke = useRevokeKey();
  const after = () => {
    done(t("settings.devices.disconnected"));
    props.onClose();
  };
  return (
    <Confirm
      title={t("settings.devices.disconnectTitle", { name: props.of.name })}
      action={t("settings.devices.disconnect")}
      isDanger
      inWords={errorOfCall}
      onYes={() => revoke.mutateAsync(props.of)}
      onDone={after}
      onClose={props.onClose}
    >
      <p>{t("settings.devices.disconnectText")}</p>
    </Confirm>
  );
}
