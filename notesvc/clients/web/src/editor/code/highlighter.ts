/** Colours code in the editor with the same grammars as the read view. */
import { grammar, highlighter } from "../../render/highlighter";

export async function createHighlighter() {
  const core = await highlighter();
  return { ...core, loadLanguage: async (id: string) => core.loadLanguage(await grammar(id)) };
}
