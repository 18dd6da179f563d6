/** Hearing when others change notes of a folder, with a tag or with a person. */
import { Button } from "@mantine/core";
import { t } from "../i18n";
import { failed } from "../notices";
import { isWatched, useWishes, type Watched, watch } from "../state/notifications";

export function WatchButton({ kind, target }: { kind: Watched; target: string }) {
  const wishes = useWishes().data;
  const isOn = isWatched(wishes, kind, target);
  return (
    <Button
      variant="default"
      aria-pressed={isOn}
      title={t("notifications.watchHint")}
      disabled={wishes === undefined}
      onClick={() => void watch(kind, target, !isOn).catch(failed)}
    >
      {t(isOn ? "notifications.watching" : "notifications.watchThis")}
    </Button>
  );
}
