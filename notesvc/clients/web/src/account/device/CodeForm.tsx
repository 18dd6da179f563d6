/** The field for the code. A code from the address stands in it, and goes nowhere before somebody wants it to. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../i18n";
import { AccountForm, useAccountForm } from "../AccountForm";
import { type Asking, codeOf, errorOfCode, lookUp } from "./device";

interface Props {
  code: string;
  onFound: (asking: Asking) => void;
}

export function CodeForm({ code, onFound }: Props) {
  const [typed, setTyped] = useState(code);
  const found = codeOf(typed);
  const form = useAccountForm({
    check: () => {
      const bad = typed.trim() === "" ? t("device.noCode") : t("device.badCode");
      return { code: found === null ? bad : undefined };
    },
    send: async () => onFound(await lookUp(found ?? "")),
    onError: (error) => ({ form: errorOfCode(error) }),
  });
  return (
    <AccountForm form={form} verb={t("device.check")}>
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
    </AccountForm>
  );
}
