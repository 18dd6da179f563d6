/** The end of a form: why it did not work, the button that sends it, and others beside it. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../i18n";
import { busy } from "./busy";

interface Props {
  error: string | null | undefined;
  isSending: boolean;
  /** There is nothing to send yet. */
  isOff?: boolean;
  /** What the button says: the deed itself. */
  verb: string;
  variant?: "default";
  children?: ReactNode;
}

export function FormFoot({ error, isSending, isOff = false, verb, variant, children }: Props) {
  return (
    <>
      <div role="alert">{error && <p className="settings-notice is-fault">{error}</p>}</div>
      <div className="settings-actions">
        <Button type="submit" variant={variant} {...busy(isSending || isOff)}>
          {isSending ? t("common.sending") : verb}
        </Button>
        {children}
      </div>
    </>
  );
}
