/** Asks for another name of what notes mention, and says what follows from it before it is done. */
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../i18n";
import { Confirm } from "../ui/Confirm";

interface Props {
  title: string;
  label: string;
  name: string;
  maxLength: number;
  /** Why this can be no name. */
  error?: string;
  /** What the button says where it does more than rename. */
  action?: string;
  isOff: boolean;
  onName: (name: string) => void;
  onYes: () => Promise<void>;
  onClose: () => void;
  /** What follows. */
  children: ReactNode;
}

export function RenameDialog({ title, label, name, maxLength, error, onName, children, ...confirm }: Props) {
  return (
    <Confirm {...confirm} title={title} action={confirm.action ?? t("common.rename")}>
      <TextInput
        label={label}
        value={name}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <p className="confirm-outcome" aria-live="polite">
        {children}
      </p>
    </Confirm>
  );
}
