/** Whether a paste is to be plain: Ctrl-Shift-V was pressed for it. */

let askedAt = Number.NEGATIVE_INFINITY;

export function askForPlain(event: KeyboardEvent): void {
  const isPlain = event.key.toLowerCase() === "v" && event.shiftKey && (event.ctrlKey || event.metaKey);
  if (isPlain) askedAt = event.timeStamp;
}

/** Asked once for each paste. */
export function isPlainAsked(paste: ClipboardEvent): boolean {
  const isAsked = paste.timeStamp - askedAt < 1_000;
  askedAt = Number.NEGATIVE_INFINITY;
  return isAsked;
}
