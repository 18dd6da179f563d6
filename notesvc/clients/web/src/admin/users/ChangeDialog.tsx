/** Asks before an account is closed or opened, or its rights change: says what follows. */

import { t } from "../../i18n";
import { done } from "../../notices";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";
import { type Account, type AccountChange, useChangeAccount, useSendReset } from "../admin";

export type Deed = "disable" | "enable" | "promote" | "unmake" | "reset";

const CHANGES: Record<Exclude<Deed, "reset">, AccountChange> = {
  disable: { isDisabled: true },
  enable: { isDisabled: false },
  promote: { isAdmin: true },
  unmake: { isAdmin: false },
};

interface Props {
  of: Account;
  deed: Deed;
  onClose: () => void;
}

export function ChangeDialog({ of: user, deed, onClose }: Props) {
  const change = useChangeAccount();
  const reset = useSendReset();
  const after = () => {
    done(t(`admin.users.deeds.${deed}.done`, { name: user.name }));
    onClose();
  };
  const go = async () => {
    if (deed === "reset") await reset.mutateAsync(user.id);
    else await change.mutateAsync({ id: user.id, change: CHANGES[deed] });
  };
  return (
    <Confirm
      title={t(`admin.users.deeds.${deed}.title`, { name: user.name })}
      action={t(`admin.users.deeds.${deed}.verb`)}
      isDanger={deed === "disable"}
      inWords={errorOfCall}
      onYes={go}
      onDone={after}
      onClose={onClose}
    >
      <p>{t(`admin.users.deeds.${deed}.text`, { email: user.email })}</p>
    </Confirm>
  );
}
