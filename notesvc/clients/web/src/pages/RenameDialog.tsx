/** Asks for another name of what notes mention, and says what follows from it before it is done. */
import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { Confirm } from "../ui/Confirm";

interface Props extends ComponentProps<typeof Confirm> {
  label: string;
  name: string;
  maxLength: number;
  /** Why this can be no name. */
  error?: string;
  onName: (name: string) => void;
}

/** `children` say what follows. */
export function RenameDialog({ label, name, maxLength, error, onName, children, ...confirm }: Props) {
  return (
    <Confirm {...confirm}>
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
