/** Where attachments lie, how the place does, and the move to another one. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../../i18n";
import { MoveState } from "./MoveState";
import { PartRow } from "./PartRow";
import { SetUp } from "./SetUp";
import { isUnderWay, type StorageConfig } from "./storage";

export function AttachmentsPart({ config }: { config: StorageConfig }) {
  const [isOpen, setOpen] = useState(false);
  const { attachments, move } = config;
  return (
    <section>
      <h2>{t("storage.attachments.title")}</h2>
      <p className="settings-hint storage-hint">{t("storage.attachments.hint")}</p>
      <PartRow
        name="attachments"
        part={attachments}
        isAhead={isUnderWay(move)}
        actions={
          <Button
            size="xs"
            variant="default"
            aria-label={t("common.about", {
              what: t("storage.change"),
              said: t("storage.attachments.title"),
            })}
            onClick={() => setOpen(true)}
          >
            {t("storage.change")}
          </Button>
        }
      />
      {move && <MoveState move={move} />}
      {isOpen && <SetUp name="attachments" config={config} onClose={() => setOpen(false)} />}
    </section>
  );
}
