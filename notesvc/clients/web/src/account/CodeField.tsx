/** A code of an authenticator app, or a recovery code. */
import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import { useEffect, useRef } from "react";
import { t } from "../i18n";

interface Props {
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string;
  /** Where it appears because it was asked for, it takes the focus; not where the page opens with it. */
  isCalm?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function CodeField({ value, onChange, hint, error, isCalm = false, ref }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isCalm) frame.current?.querySelector("input")?.focus();
  }, [isCalm]);
  return (
    <div ref={frame}>
      <TextInput
        ref={ref}
        name="code"
        label={t("account.code")}
        description={hint ?? t("account.codeHint")}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
      />
    </div>
  );
}
