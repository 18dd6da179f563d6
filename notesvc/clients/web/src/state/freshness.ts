/** What other devices changed, seen when somebody comes back to this window: one small question, mostly a 304. */
import { answered, api } from "../api";
import { client } from "./client";
import { firstTag, foldersQuery } from "./folders";
import { workspaceHasChanged } from "./notes";

const AT_MOST_EACH = 2_000;
let asked = 0;
/** The tag at which all lists were asked for anew; reading the tree alone does not make the others fresh. */
let seen: string | null = null;

/** Look whenever the window gets the focus; the answer ends that. */
export function watchFreshness(): () => void {
  const seen = () => void look();
  addEventListener("focus", seen);
  return () => removeEventListener("focus", seen);
}

/** Ask whether anything is new. A service that does not answer now is asked another time. */
export const look = (): Promise<void> => ask().catch(() => {});

/** The tag of the tree changes with every write to the workspace, whoever made it. */
async function ask(): Promise<void> {
  const known = seen ?? firstTag();
  if (known === null || Date.now() - asked < AT_MOST_EACH) return;
  asked = Date.now();
  const header = { "If-None-Match": known };
  const call = api.GET("/api/workspace/folders", { params: { header } });
  const { response } = await call;
  if (response.status === 304 || response.headers.has("X-Kept")) return;
  const { data } = await answered(call);
  const tag = response.headers.get("ETag");
  if (tag === known) return;
  seen = tag;
  client.setQueryData(foldersQuery.queryKey, data.folders);
  await workspaceHasChanged();
}
