/** Asks how many people an invite lets in, and how long. */
import { NativeSelect, NumberInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { t } from "../../i18n";
import { Dialog } from "../../ui/Dialog";
import { DialogFoot } from "../../ui/DialogFoot";
import { errorOfCall } from "../../ui/formErrors";
import { type InviteWithLink, useMakeInvite } from "../admin";

const DAYS = [1, 7, 30, 365];
const MOST_USES = 1_000;

export function NewInviteDialog(props: { onClose: () => void; onMade: (made: InviteWithLink) => void }) {
  const [uses, setUses] = useState<number | string>(1);
  const [days, setDays] = useState(7);
  const make = useMakeInvite();
  const isBad = typeof uses !== "number" || uses < 1 || uses > MOST_USES || !Number.isInteger(uses);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBad && !make.isPending) make.mutate({ uses, days }, { onSuccess: props.onMade });
  };
  return (
    <Dialog keepMounted onClose={props.onClose} title={t("admin.invites.make")} className="settings-dialog">
      <form className="settings-form" onSubmit={submit} noValidate aria-busy={make.isPending}>
        <NumberInput
          data-autofocus
          label={t("admin.invites.uses")}
          value={uses}
          onChange={setUses}
          min={1}
          max={MOST_USES}
          hideControls
          clampBehavior="none"
          error={isBad ? t("admin.invites.badUses") : undefined}
        />
        <NativeSelect
          label={t("admin.invites.days")}
          data={DAYS.map((each) => ({ value: String(each), label: t("admin.invites.day", { count: each }) }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <DialogFoot
          error={make.error && errorOfCall(make.error)}
          isSending={make.isPending}
          verb={t("admin.invites.make")}
          onClose={props.onClose}
        />
      </form>
    </Dialog>
  );
}
