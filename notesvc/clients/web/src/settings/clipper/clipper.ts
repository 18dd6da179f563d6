/** What is known of the browser extension that the service offers. */
import { queryOptions } from "@tanstack/react-query";

export type Family = "chromium" | "firefox";

/** The version to install; null where the service was built without it. */
export const clipperVersion = queryOptions({
  queryKey: ["clipper"],
  queryFn: async ({ signal }): Promise<string | null> => {
    const response = await fetch("/clipper/version.json", { signal });
    return response.ok ? ((await response.json()) as { version: string }).version : null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const familyOf = (userAgent: string): Family => (/Firefox\//.test(userAgent) ? "firefox" : "chromium");

/** What a bookmark runs on a page: it opens the form of this service with the page's address, title and selection. */
export function bookmarklet(origin: string): string {
  const fields = "url=${e(location.href)}&title=${e(document.title)}&text=${e(String(getSelection()))}";
  const code = `(()=>{const e=encodeURIComponent;open(\`${origin}/clip?${fields}\`)})()`;
  return `javascript:${encodeURIComponent(code)}`;
}
