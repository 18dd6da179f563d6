/** The end of a form in a dialog: why it did not work, the button that sends it, and the way out. */
import { Button } from "@mantine/core";
import { t } from "../i18n";
import { busy } from "./busy";

interface FootProps {
  error: string | null | undefined;
  isSending: boolean;
  verb: string;
  onClose: () => void;
}

export function DialogFoot({ error, isSending, verb, onClose }: FootProps) {
  return (
    <>
      <div role="alert">{error && <p className="settings-notice is-fault">{error}</p>}</div>
      <div className="settings-actions">
        <Button type="submit" {...busy(isSending)}>
          {isSending ? t("common.sending") : verb}
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </>
  );
}
