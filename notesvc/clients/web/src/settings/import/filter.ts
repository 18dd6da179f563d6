/** Which files of a report are shown. */
import type { Schemas } from "../../api";

type File = Schemas["ImportedFile"];
export const FILTERS = ["all", "created", "skipped", "failed", "remarked"] as const;
export type Filter = (typeof FILTERS)[number];

export function fitting(files: File[], filter: Filter, words: string): File[] {
  const wanted = words.trim().toLocaleLowerCase().split(/\s+/);
  return files.filter((file) => {
    if (filter === "remarked" ? !file.reason : filter !== "all" && file.outcome !== filter) return false;
    const text = `${file.path} ${file.reason ?? ""}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
