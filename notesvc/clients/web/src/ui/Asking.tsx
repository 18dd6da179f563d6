/** Asks before something that cannot be undone, and says why it did not work. */
import { Button, Modal } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { t } from "../i18n";
import { useProofAsked } from "../state/proof";
import { busy } from "./busy";
import { errorOfCall } from "./formErrors";
import "./dialog.css";

interface AskingProps {
  title: string;
  text: string;
  verb: string;
  isGrave?: boolean;
  doing: Pick<UseMutationResult<unknown, Error, never>, "isPending" | "error">;
  onDo: () => void;
  onClose: () => void;
}

export function Asking({ title, text, verb, isGrave, doing, onDo, onClose }: AskingProps) {
  // One dialog at a time: this one comes back if the proof is not given.
  const isProofAsked = useProofAsked();
  return (
    <Modal
      opened={!isProofAsked}
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      closeButtonProps={{ "aria-label": t("common.close") }}
      className="settings-dialog"
    >
      <p className="dialog-text">{text}</p>
      <div role="alert">
        {doing.error && <p className="settings-notice is-fault">{errorOfCall(doing.error)}</p>}
      </div>
      <div className="settings-actions">
        <Button
          color={isGrave ? "red" : undefined}
          {...busy(doing.isPending)}
          onClick={() => doing.isPending || onDo()}
        >
          {doing.isPending ? t("settings.sending") : verb}
        </Button>
        <Button data-autofocus variant="subtle" color="gray" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </div>
    </Modal>
  );
}
