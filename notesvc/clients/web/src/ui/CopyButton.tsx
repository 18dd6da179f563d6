/** Copies a text, and says so for a moment. */
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { t } from "../i18n";

export function CopyButton({ text, onCopied }: { text: string; onCopied?: () => void }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => {
        clipboard.copy(text);
        onCopied?.();
      }}
    >
      <span aria-live="polite">{t(clipboard.copied ? "common.copied" : "common.copy")}</span>
    </Button>
  );
}
