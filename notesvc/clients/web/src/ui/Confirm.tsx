/** Asks before something that is hard to undo, says what follows, and why it did not work. */
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import { busy } from "./busy";
import { Dialog } from "./Dialog";
import "./confirm.css";

interface Props<Result> {
  title: string;
  children: ReactNode;
  /** What the button says: the deed itself. */
  action: string;
  isDanger?: boolean;
  /** There is nothing to do yet. */
  isOff?: boolean;
  /** Why it did not work, where the usual words do not say it. */
  inWords?: (error: unknown) => string;
  onYes: () => Promise<Result>;
  /** It has succeeded; the dialog closes where nothing is said here. */
  onDone?: (result: Result) => void;
  onClose: () => void;
}

export function Confirm<Result>(props: Props<Result>) {
  const { title, children, action, isDanger, isOff, inWords = sentence, onClose } = props;
  const { isBusy, problem, yes } = useDeed(props);
  return (
    <Dialog onClose={onClose} title={<bdi className="confirm-title">{title}</bdi>}>
      <form
        className="confirm"
        onSubmit={(event) => {
          event.preventDefault();
          void yes();
        }}
      >
        {children}
        <div role="alert">{problem !== null && <p className="confirm-problem">{inWords(problem)}</p>}</div>
        <div className="confirm-buttons">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("common.cancel")}
          </Button>
          <Button type="submit" color={isDanger ? "red" : undefined} disabled={isOff} {...busy(isBusy)}>
            {isBusy ? t("common.sending") : action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useDeed<Result>({ onYes, onDone, onClose }: Props<Result>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const yes = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const result = await onYes();
      // Who has closed the dialog meanwhile is led nowhere by it.
      if (isGone.current) return;
      if (onDone) onDone(result);
      else onClose();
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return { isBusy, problem, yes };
}
