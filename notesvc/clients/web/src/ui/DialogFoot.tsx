/** The end of a form that can be left without sending it. */
import { Button } from "@mantine/core";
import type { ComponentProps } from "react";
import { t } from "../i18n";
import { FormFoot } from "./FormFoot";

export function DialogFoot({ onClose, ...form }: ComponentProps<typeof FormFoot> & { onClose: () => void }) {
  return (
    <FormFoot {...form}>
      <Button variant="subtle" color="gray" onClick={onClose}>
        {t("common.cancel")}
      </Button>
    </FormFoot>
  );
}
