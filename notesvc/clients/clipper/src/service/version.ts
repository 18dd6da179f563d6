import { browser } from "../browser.ts";
import { read, write } from "../store/settings.ts";

/** Ask the service which version it offers; what cannot be had stays as it was. */
export async function newestVersion(): Promise<string> {
  const { connection, newestVersion: known } = await read("connection", "newestVersion");
  if (!connection) return known;
  try {
    const response = await fetch(`${connection.address}/clipper/version.json`, { credentials: "omit" });
    const { version } = (await response.json()) as { version: string };
    await write({ newestVersion: version });
    return version;
  } catch {
    return known;
  }
}

/** Whether the one version is later than the other: by its numbers, one after the other. */
export function isNewer(one: string, other: string = browser.runtime.getManifest().version): boolean {
  const [left, right] = [one, other].map((text) => text.split(".").map(Number));
  for (let place = 0; place < 4; place++) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
