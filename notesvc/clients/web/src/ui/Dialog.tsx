import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { t } from "../i18n";
import { useProofAsked } from "../state/proof";

/** A dialog over the page. One at a time: while a proof is asked for this one waits, and comes back if it is not given. */
export function Dialog(given: Omit<ModalProps, "opened"> & { opened?: boolean }) {
  const isProofAsked = useProofAsked();
  useFocusAfter(isProofAsked);
  return <Modal opened={!isProofAsked} closeButtonProps={{ "aria-label": t("common.close") }} {...given} />;
}

/** What had the focus has it again in the end: a modal that was away meanwhile no longer knows of it. */
function useFocusAfter(isAway: boolean): void {
  const [opener] = useState(() => document.activeElement);
  const wasAway = useRef(false);
  if (isAway) wasAway.current = true;
  useEffect(
    () => () => {
      if (!wasAway.current || !(opener instanceof HTMLElement)) return;
      requestAnimationFrame(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}
