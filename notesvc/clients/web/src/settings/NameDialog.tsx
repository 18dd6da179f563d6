/** Asks for the name of a key or passkey, and for what else `children` ask. */
import { TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Dialog } from "../ui/Dialog";
import { DialogFoot } from "../ui/DialogFoot";

const LONGEST_NAME = 80;

interface Props {
  words: { title: string; label: string; hint: string; missing: string; tooLong: string; verb: string };
  name?: string;
  isSending: boolean;
  /** Why it could not be sent. */
  error: string | null | undefined;
  onSubmit: (name: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

export function NameDialog({
  words,
  name: begun = "",
  isSending,
  error,
  onSubmit,
  onClose,
  children,
}: Props) {
  const [name, setName] = useState(begun);
  const [wrong, setWrong] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    const found =
      wanted === "" ? words.missing : [...wanted].length > LONGEST_NAME ? words.tooLong : undefined;
    setWrong(found);
    if (found !== undefined) input.current?.focus();
    else if (!isSending) onSubmit(wanted);
  };
  return (
    <Dialog onClose={onClose} title={words.title} className="settings-dialog">
      <form className="settings-form" onSubmit={submit} noValidate aria-busy={isSending}>
        <TextInput
          ref={input}
          data-autofocus
          label={words.label}
          description={words.hint}
          error={wrong}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setWrong(undefined);
          }}
          autoComplete="off"
        />
        {children}
        <DialogFoot error={error} isSending={isSending} verb={words.verb} onClose={onClose} />
      </form>
    </Dialog>
  );
}
