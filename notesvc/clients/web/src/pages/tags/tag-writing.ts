/** What can be done to a tag, with what changes in the cache. */
import { answer, api, type Tag } from "../../api";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { client } from "../../state/client";
import { workspaceHasChanged } from "../../state/notes";
import { tagsQuery } from "../../state/tags";

/** Paint at once; what it was before comes back where the service refuses. */
export async function paint(tag: string, color: string | null): Promise<void> {
  const before = client.getQueryData(tagsQuery.queryKey);
  client.setQueryData(tagsQuery.queryKey, (tags) =>
    tags?.map((each) => (each.tag === tag ? { ...each, color } : each)),
  );
  try {
    await answer(api.PUT("/api/workspace/tags/{tag}/color", { params: { path: { tag } }, body: { color } }));
  } catch (error) {
    client.setQueryData(tagsQuery.queryKey, before);
    failed(error, t("pages.tag.colorFailed"));
  }
  await client.invalidateQueries({ queryKey: tagsQuery.queryKey });
}

export async function renameTag(tag: string, name: string): Promise<Tag> {
  const path = { tag };
  const renamed = await answer(
    api.POST("/api/workspace/tags/{tag}/rename", { params: { path }, body: { name } }),
  );
  await workspaceHasChanged();
  return renamed;
}

/** Say what was done; a rename can be taken back, a merge cannot. */
export function sayRenamed(from: string, to: string, undo?: () => void): void {
  done(undo ? t("pages.tag.renamed", { from, to }) : t("pages.tag.merged", { from, to }), undo);
}

/** In how many notes the tag or one below it stands. */
export async function notesWith(tag: string): Promise<number> {
  const query = { q: `tag:${tag}`, limit: 1 };
  return (await answer(api.GET("/api/workspace/search", { params: { query } }))).total;
}
