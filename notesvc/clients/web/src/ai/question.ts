/** What is sent for a deed. */
import type { Passage } from "../editor/passage/passage";
import type { Provider } from "../state/ai";
import type { Deed } from "./actions";
import type { Question } from "./answering";

interface About {
  noteId: string;
  passage: Pick<Passage, "kind" | "markdown" | "above">;
  provider: Provider | null;
  /** An earlier answer that is to be shorter. */
  shortened?: string | undefined;
}

/** Signs of the text above a line that are sent with it. */
const ABOVE = 8_000;

export function questionOf(deed: Deed, { noteId, passage, provider, shortened }: About): Question {
  const question: Question = { action: deed.action, noteId };
  if (provider) question.provider = provider.provider;
  if (shortened !== undefined) return { ...question, action: "shorter", selection: shortened };
  if (deed.instruction !== undefined) question.instruction = deed.instruction;
  if (deed.promptId !== undefined) question.promptId = deed.promptId;
  const selection = passage.kind === "selection" ? passage.markdown : aboveOf(deed, passage);
  if (selection !== "") question.selection = selection;
  return question;
}

/** To go on writing in a line is about what stands above it; all else there is about the note. */
function aboveOf({ action }: Deed, { kind, above }: About["passage"]): string {
  return kind === "line" && action === "continue" ? above.slice(-ABOVE).trim() : "";
}
