/** Blank lines around a block that is put into the text. */
import type { EditorState } from "@codemirror/state";

/** What parts a block from the text before it. */
export function before({ doc }: EditorState, from: number): string {
  const line = doc.lineAt(from);
  if (doc.sliceString(line.from, from).trim() !== "") return "\n\n";
  return line.number > 1 && doc.line(line.number - 1).text.trim() !== "" ? "\n" : "";
}

export function behind({ doc }: EditorState, to: number): string {
  const line = doc.lineAt(to);
  if (doc.sliceString(to, line.to).trim() !== "") return "\n\n";
  return line.number < doc.lines && doc.line(line.number + 1).text.trim() !== "" ? "\n" : "";
}
