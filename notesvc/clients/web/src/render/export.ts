/** A note as a file of its own: its markdown, or a page that needs nothing else. */
import type { Note } from "../api";
import { t } from "../i18n";

/** The note's markdown below its name. */
export function saveAsMarkdown(note: Pick<Note, "name" | "content">): void {
  const text = `# ${note.name || t("common.untitled")}\n\n${note.content.trimEnd()}\n`;
  save(new Blob([text], { type: "text/markdown;charset=utf-8" }), fileName(note.name, "md"));
}

/** The note as one HTML file, with its pictures in it. */
export async function saveAsPage(note: Note): Promise<void> {
  const { pageOf } = await import("./page");
  save(new Blob([await pageOf(note)], { type: "text/html;charset=utf-8" }), fileName(note.name, "html"));
}

/** The name without what file systems refuse. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const short = [...plain].slice(0, 100).join("").trim();
  return `${short || t("common.untitled")}.${ending}`;
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
