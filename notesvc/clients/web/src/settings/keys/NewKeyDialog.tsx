/** Asks for what a new key needs. */
import { Checkbox, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { NameDialog } from "../NameDialog";
import { type Expiry, type KeyWithSecret, useMakeKey } from "./keys";

const EXPIRIES: Expiry[] = ["30", "90", "never"];

export function NewKeyDialog(props: { onClose: () => void; onMade: (made: KeyWithSecret) => void }) {
  const [canWrite, setCanWrite] = useState(false);
  const [expiry, setExpiry] = useState<Expiry>("90");
  const make = useMakeKey();
  return (
    <NameDialog
      words={{
        title: t("settings.keys.makeTitle"),
        label: t("settings.keys.name"),
        hint: t("settings.keys.nameHint"),
        missing: t("settings.keys.noName"),
        tooLong: t("settings.keys.longName"),
        verb: t("settings.keys.make"),
      }}
      isSending={make.isPending}
      error={make.error && sentence(make.error, { token_limit: t("settings.keys.limit") })}
      onSubmit={(name) => make.mutate({ name, canWrite, expiry }, { onSuccess: props.onMade })}
      onClose={props.onClose}
    >
      <Checkbox
        label={t("settings.keys.mayWrite")}
        description={t("settings.keys.mayWriteHint")}
        checked={canWrite}
        onChange={(event) => setCanWrite(event.currentTarget.checked)}
      />
      <NativeSelect
        label={t("settings.keys.expires")}
        data={EXPIRIES.map((value) => ({ value, label: t(`settings.keys.expiries.${value}`) }))}
        value={expiry}
        onChange={(event) => setExpiry(event.currentTarget.value as Expiry)}
      />
    </NameDialog>
  );
}
