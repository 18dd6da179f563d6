/** The text of a block that holds plain text only. */
export function sourceOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((piece: { text?: unknown }) => (typeof piece.text === "string" ? piece.text : ""))
    .join("");
}
