/** What is sent for a deed. */

import type { Passage } from "../editor/passage/passage";
import { LANGUAGES, spokenLanguage } from "../i18n";
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
  if (provider) {
    question.provider = provider.provider;
    if (provider.model !== null) question.model = provider.model;
  }
  if (shortened !== undefined) return { ...question, action: "shorter", selection: shortened };
  // To an own prompt this is the language that it may name.
  const instruction = deed.promptId === undefined ? deed.instruction : LANGUAGES[spokenLanguage()];
  if (instruction !== undefined) question.instruction = instruction;
  if (deed.promptId !== undefined) question.promptId = deed.promptId;
  if (passage.kind === "selection") question.selection = passage.markdown;
  if (passage.kind === "line") Object.assign(question, atLine(deed, passage.above.slice(-ABOVE).trim()));
  return question;
}

/** To write in a line is about what stands above it, or where nothing does, about the words; all else is about the note. */
function atLine({ action, instruction }: Deed, above: string): Partial<Question> {
  if (action !== "continue" && action !== "custom") return {};
  if (above !== "") return { selection: above };
  return instruction === undefined ? {} : { text: instruction };
}
