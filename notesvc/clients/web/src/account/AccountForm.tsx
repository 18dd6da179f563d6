/** A form on the pages before the frame: sending it once, what is wrong with the whole, and its button. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, type Ref, useState } from "react";
import { t } from "../i18n";
import { busy } from "../ui/busy";
import type { FormErrors } from "../ui/formErrors";
import { useFormErrors } from "../ui/useFormErrors";
import { FormError } from "./FormError";

interface Sending {
  /** What is wrong with the fields, before anything is sent. */
  check: () => FormErrors;
  /** Sends it, and leads away from the form. */
  send: () => Promise<void>;
  /** What to show of a failure. */
  onError: (error: unknown) => FormErrors;
}

export function useAccountForm({ check, send, onError }: Sending) {
  const [isSending, setSending] = useState(false);
  const form = useFormErrors();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (form.show(check()) || isSending) return;
    setSending(true);
    try {
      await send();
    } catch (error) {
      setSending(false);
      form.show(onError(error));
    }
  };
  return { ...form, isSending, submit };
}

interface Props {
  form: ReturnType<typeof useAccountForm>;
  children?: ReactNode;
  /** What its button says; none where the fields bring their own. */
  verb?: string;
  ref?: Ref<HTMLFormElement>;
}

export function AccountForm({ form, children, verb, ref }: Props) {
  return (
    <form ref={ref} className="account-form" onSubmit={form.submit} noValidate aria-busy={form.isSending}>
      {children}
      {verb && <AccountFormFoot form={form} verb={verb} />}
    </form>
  );
}

export function AccountFormFoot({
  form: { errors, isSending },
  verb,
}: Pick<Props, "form"> & { verb: string }) {
  return (
    <>
      <FormError text={errors.form} />
      <Button type="submit" fullWidth {...busy(isSending)}>
        {isSending ? t("common.sending") : verb}
      </Button>
    </>
  );
}
