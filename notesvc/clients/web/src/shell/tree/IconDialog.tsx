/** Choosing the icon of a note or folder. */
import { Modal } from "@mantine/core";
import { t } from "../../i18n";
import EmojiGrid from "../../ui/EmojiGrid";
import "../../ui/emoji.css";

interface Props {
  name: string;
  icon: string | null;
  onChoose: (icon: string | null) => void;
  onClose: () => void;
}

export function IconDialog({ name, icon, onChoose, onClose }: Props) {
  const title = t("shell.iconDialog.title", { name: name || t("common.untitled") });
  return (
    <Modal
      opened
      size="sm"
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <EmojiGrid
        hasIcon={icon !== null}
        onChoose={(sign) => {
          onChoose(sign);
          onClose();
        }}
      />
    </Modal>
  );
}
