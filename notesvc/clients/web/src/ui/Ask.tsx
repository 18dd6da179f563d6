/** A question before something that cannot be undone: says what will be lost. */
import { Button, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import "./ask.css";

interface Props {
  title: string;
  children: ReactNode;
  /** What the button says: the deed itself. */
  action: string;
  isDanger?: boolean;
  /** There is nothing to do yet. */
  isOff?: boolean;
  /** The dialog closes when it has succeeded, and says why when not. */
  onYes: () => Promise<unknown>;
  onClose: () => void;
}

export function Ask({ title, children, action, isDanger, isOff, onYes, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const yes = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onYes();
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="ask-title">{title}</span>}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void yes();
        }}
      >
        {children}
        {problem !== null && (
          <p className="ask-problem" role="alert">
            {sentence(problem)}
          </p>
        )}
        <div className="ask-buttons">
          <Button variant="default" onClick={onClose} type="button" data-autofocus={isDanger || undefined}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" color={isDanger ? "red" : undefined} loading={isBusy} disabled={isOff}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
