/** The first step where there is nothing yet. */
import { Button } from "@mantine/core";
import { IconPencilPlus } from "@tabler/icons-react";
import { t } from "../i18n";
import { runCommand } from "../shell/commands";

export function NewNote({ variant = "default" }: { variant?: "default" | "filled" }) {
  return (
    <Button
      variant={variant}
      leftSection={<IconPencilPlus size={16} stroke={1.6} />}
      onClick={() => runCommand("shell.newNote")}
    >
      {t("shell.newNote")}
    </Button>
  );
}
