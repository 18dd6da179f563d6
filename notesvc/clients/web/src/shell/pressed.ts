/** A note is fetched while the pointer that opens it is still down: most are there by the click. */
import { client } from "../state/client";
import { noteQuery } from "../state/notes";

const NOTE = /^\/notes\/([\w-]{36})(?:[?#]|$)/;

/** Begins to fetch what is pressed; the answer ends that. It does not count as opened, and a fetch that fails says nothing. */
export function fetchPressed(): () => void {
  const onPress = ({ target, button }: PointerEvent) => {
    if (button !== 0 || !(target instanceof Element)) return;
    const place = target.closest("a, [role=treeitem]");
    const link = place?.matches("a") ? place : place?.querySelector(":scope > a");
    const id = NOTE.exec(link?.getAttribute("href") ?? "")?.[1];
    if (id !== undefined && !location.pathname.endsWith(id)) void client.prefetchQuery(noteQuery(id));
  };
  document.addEventListener("pointerdown", onPress, { capture: true, passive: true });
  return () => document.removeEventListener("pointerdown", onPress, { capture: true });
}
