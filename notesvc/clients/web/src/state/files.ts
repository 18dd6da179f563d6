/** Files by the name that an embed gives, and drawings as text. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, Problem, type Schemas } from "../api";

export type StoredFile = Schemas["AttachmentShape"];

const LASTING = 5 * 60_000;

/** The file that `![[name]]` means in that note; null where there is none. */
export const fileQuery = (name: string, noteId: string) =>
  queryOptions({
    queryKey: ["files", name, noteId],
    queryFn: async ({ signal }): Promise<StoredFile | null> => {
      const query = { name, noteId: noteId || undefined };
      const found = await answer(api.GET("/api/workspace/attachments", { params: { query }, signal }));
      return found.attachments[0] ?? null;
    },
    staleTime: LASTING,
  });

/** The source of a drawing; the service sends it as a download, because opened by itself it could run. */
export const drawingQuery = (url: string) =>
  queryOptions({
    queryKey: ["drawing", url],
    queryFn: async ({ signal }): Promise<string> => {
      const response = await fetch(url, { signal }).catch(() => {
        throw new Problem(0, "unreachable", "");
      });
      if (!response.ok) throw new Problem(response.status, "drawing", "");
      return response.text();
    },
    staleTime: LASTING,
  });
