/** The mark of a note that is on this device only, until the service answers. */
import { IconCloudUp } from "@tabler/icons-react";
import { t } from "../i18n";
import { useLocalNotes } from "../state/localNotes";
import "./local-mark.css";

export function LocalMark({ id }: { id: string }) {
  return useLocalNotes().has(id) && <LocalSign />;
}

export function LocalSign() {
  const words = t("saving.localUntil");
  return (
    <span className="local-mark" role="img" aria-label={words} title={words}>
      <IconCloudUp size={15} stroke={1.6} aria-hidden />
    </span>
  );
}
