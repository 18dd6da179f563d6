/** The keys of subscript and superscript, by their place: with Shift their letters differ from keyboard to keyboard. */
import type { ScriptTag } from "./tokens/scripts";

const TAGS: Record<string, ScriptTag> = { Comma: "sub", Period: "sup" };

export function scriptOfKey(event: KeyboardEvent): ScriptTag | undefined {
  const isAsked = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey && !event.isComposing;
  // Where Shift makes a full stop, it is the one of another key.
  return isAsked && event.key !== "." ? TAGS[event.code] : undefined;
}
