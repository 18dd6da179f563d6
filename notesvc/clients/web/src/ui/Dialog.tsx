import { Modal, type ModalProps } from "@mantine/core";
import { t } from "../i18n";
import { useProofAsked } from "../state/proof";

/** A dialog over the page. One at a time: while a proof is asked for this one waits, and comes back if it is not given. */
export function Dialog(given: Omit<ModalProps, "opened"> & { opened?: boolean }) {
  const isProofAsked = useProofAsked();
  return <Modal opened={!isProofAsked} closeButtonProps={{ "aria-label": t("common.close") }} {...given} />;
}
