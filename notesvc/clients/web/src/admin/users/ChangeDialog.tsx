/** Asks before an account is closed or opened, or its rights change: says what follows. */

import { t } from "../../i18n";
import { done } from "../../notices";
import { Asking } from "../../ui/Asking";
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
  const doing = deed === "reset" ? reset : change;
  const after = {
    onSuccess: () => {
      done(t(`admin.users.deeds.${deed}.done`, { name: user.name }));
      onClose();
    },
  };
  const go = () =>
    deed === "reset"
      ? reset.mutate(user.id, after)
      : change.mutate({ id: user.id, change: CHANGES[deed] }, after);
  return (
    <Asking
      title={t(`admin.users.deeds.${deed}.title`, { name: user.name })}
      text={t(`admin.users.deeds.${deed}.text`, { email: user.email })}
      verb={t(`admin.users.deeds.${deed}.verb`)}
      isGrave={deed === "disable"}
      doing={doing}
      onDo={go}
      onClose={onClose}
    />
  );
}
