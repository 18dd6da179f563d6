/** Hearing of a note's changes, or nothing of it at all, as items of its menu. */
import { Menu } from "@mantine/core";
import { t } from "../i18n";
import { failed } from "../notices";
import { isWatched, mute, useWishes, watch } from "../state/notifications";

export function WatchItems({ noteId }: { noteId: string }) {
  const wishes = useWishes().data;
  const isOn = isWatched(wishes, "note", noteId);
  const isMuted = wishes?.muted.includes(noteId) ?? false;
  return (
    <>
      <Menu.Item onClick={() => void watch("note", noteId, !isOn).catch(failed)}>
        {t(isOn ? "notifications.unwatch" : "notifications.watch")}
      </Menu.Item>
      <Menu.Item onClick={() => void mute(noteId, !isMuted).catch(failed)}>
        {t(isMuted ? "notifications.unmute" : "notifications.mute")}
      </Menu.Item>
    </>
  );
}
