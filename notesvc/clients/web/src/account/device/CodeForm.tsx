/** The field for the code. A code from the address stands in it, and goes nowhere before somebody wants it to. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { t } from "../../i18n";
import { busy } from "../../ui/busy";
import { useFormErrors } from "../../ui/useFormErrors";
import { FormError } from "../FormError";
import { type Asking, codeOf, errorOfCode, lookUp } from "./device";

interface Props {
  code: string;
  onFound: (asking: Asking) => void;
}

export function CodeForm({ code, onFound }: Props) {
  const [typed, setTyped] = useState(code);
  const [isSending, setSending] = useState(false);
  const form = useFormErrors();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = codeOf(typed);
    const bad = typed.trim() === "" ? t("device.noCode") : t("device.badCode");
    if (form.show({ code: found === null ? bad : undefined }) || isSending || found === null) return;
    setSending(true);
    try {
      onFound(await lookUp(found));
    } catch (error) {
      form.show({ form: errorOfCode(error) });
      setSending(false);
    }
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate aria-busy={isSending}>
      <TextInput
        {...form.input("code", typed, setTyped)}
        name="user_code"
        label={t("device.code")}
        description={t("device.codeHint")}
        className="device-code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
      />
      <FormError text={form.errors.form} />
      <Button type="submit" fullWidth {...busy(isSending)}>
        {isSending ? t("common.sending") : t("device.check")}
      </Button>
    </form>
  );
}
