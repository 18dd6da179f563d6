/** What browsers allow an extension at once: all ports of a host. Firefox knows no ports there. */
export function patternOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

export const ALL_SITES = ["http://*/*", "https://*/*"];

/** Whether the address is one that browsers allow extensions to read. */
export function isSite(url: string | undefined): url is string {
  return /^https?:\/\//i.test(url ?? "");
}
