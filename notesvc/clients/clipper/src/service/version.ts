import { browser } from "../browser.ts";
import { read, write } from "../store/settings.ts";

/** Ask the service which version it offers; what cannot be had stays as it was. */
export async function newestVersion(): Promise<string> {
  const { connection, newestVersion: known } = await read("connection", "newestVersion");
  if (!connection) return known;
  try {
    const response = await fetch(`${connection.address}/clipper/version.json`, { credentials: "omit" });
    const { version } = (await response.json()) as { version?: unknown };
    if (typeof version !== "string") return known;
    await write({ newestVersion: version });
    return version;
  } catch {
    return known;
  }
}

/** The version that the service was last known to offer, if it is newer than this one and not skipped. */
export async function knownNewer(): Promise<string | undefined> {
  const { newestVersion: known, skippedVersion } = await read("newestVersion", "skippedVersion");
  return known && known !== skippedVersion && isNewer(known) ? known : undefined;
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
