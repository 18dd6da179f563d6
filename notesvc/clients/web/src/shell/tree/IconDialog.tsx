/** Choosing the icon of a note or folder. */
import { t } from "../../i18n";
import { Dialog } from "../../ui/Dialog";
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
    <Dialog size="sm" onClose={onClose} title={title}>
      <EmojiGrid
        hasIcon={icon !== null}
        onChoose={(sign) => {
          onChoose(sign);
          onClose();
        }}
      />
    </Dialog>
  );
}
