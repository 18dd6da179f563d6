/** A list or form that is still on its way, or did not arrive. */
import { Button } from "@mantine/core";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";

interface Awaited {
  isPending: boolean;
  error: unknown;
  data: unknown;
  refetch: () => unknown;
}

export function Waiting({ for: awaited }: { for: Awaited }) {
  if (awaited.data !== undefined) return null;
  if (awaited.isPending) {
    return (
      <div role="status" aria-label={t("common.loading")}>
        <div className="settings-skeleton" />
        <div className="settings-skeleton" />
      </div>
    );
  }
  return (
    <div className="settings-notice is-fault" role="alert">
      {sentence(awaited.error)}{" "}
      <Button size="compact-sm" variant="default" onClick={() => void awaited.refetch()}>
        {t("common.retry")}
      </Button>
    </div>
  );
}
