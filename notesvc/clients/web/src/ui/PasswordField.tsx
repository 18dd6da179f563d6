/** A password that can be shown, in words that password managers understand. */
import { PasswordInput } from "@mantine/core";
import { type Ref, useState } from "react";
import { t } from "../i18n";

interface Props {
  value: string;
  onChange: (value: string) => void;
  kind: "current-password" | "new-password";
  /** "Password" where nothing else is said. */
  label?: string;
  hint?: string;
  error?: string;
  /** Takes the focus when the dialog around it opens. */
  isFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function PasswordField({ value, onChange, kind, label, hint, error, isFirst, ref }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <PasswordInput
      ref={ref}
      name="password"
      label={label ?? t("account.password")}
      description={hint}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete={kind}
      maxLength={5_000}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        "aria-label": t(isShown ? "account.hidePassword" : "account.showPassword"),
        tabIndex: 0,
      }}
      data-autofocus={isFirst}
    />
  );
}
