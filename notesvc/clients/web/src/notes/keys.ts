/** Keys of the note that its surface must not take for its own. */
import type { KeyboardEvent } from "react";
import { runByKey, runCommand } from "../shell/commands";

const OURS = new Set(["e", "s", "."]);

export function hasKeys(event: KeyboardEvent): void {
  const { nativeEvent: key } = event;
  if (key.isComposing) return;
  if (key.key === "F2") {
    key.preventDefault();
    event.stopPropagation();
    runCommand("note.rename");
  } else if (
    (key.ctrlKey || key.metaKey) &&
    !key.shiftKey &&
    !key.altKey &&
    OURS.has(key.key.toLowerCase())
  ) {
    if (runByKey(key)) event.stopPropagation();
  }
}
