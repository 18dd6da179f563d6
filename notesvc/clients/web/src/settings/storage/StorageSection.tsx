/** Where attachments lie, where a mirror is kept, and what each place can do. */
import { t } from "../../i18n";
import { Waiting } from "../../ui/States";
import { AttachmentsPart } from "./AttachmentsPart";
import { CapabilityFigures } from "./CapabilityFigures";
import { MirrorPart } from "./MirrorPart";
import { useConfig } from "./storage";
import "./storage.css";

export default function StorageSection() {
  const config = useConfig();
  return (
    <>
      <p className="settings-lead">{t("storage.lead")}</p>
      <Waiting for={config} />
      {config.data && (
        <>
          <AttachmentsPart config={config.data} />
          <MirrorPart config={config.data} />
          <CapabilityFigures />
        </>
      )}
    </>
  );
}
