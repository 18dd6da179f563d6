import { browser } from "../browser.ts";
import type { Pairing } from "../service/device.ts";

/** Where the notes are, and what the service said of the key. */
export interface Connection {
  address: string;
  key: string;
  userName?: string;
  keyName?: string;
  canWrite?: boolean;
  expiresAt?: string | null;
  checkedAt?: number;
}

export interface Folder {
  id: string;
  name: string;
  path: string;
  depth: number;
}

/** What applies to the pages of a site: no code, only words with places to fill. */
export interface Template {
  match: string;
  folderId?: string;
  tags?: string[];
  mode?: string;
  body?: string;
  properties?: Record<string, string>;
}

/** A text on a page, with some letters before and behind it (W3C TextQuoteSelector). */
export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
}

interface Settings {
  /** The address stays when the key goes: the next key is pasted beside it. */
  address: string;
  connection: Connection | null;
  pairing: Pairing | null;
  folders: Folder[];
  tags: string[];
  foldersTag: string;
  tagsTag: string;
  lastFolder: string | null;
  templates: Template[];
  newestVersion: string;
  /** The newer version that its user wants to hear no more of. */
  skippedVersion: string;
  /** What was highlighted, by the page's address. */
  highlights: Record<string, Quote[]>;
  /** The sites on which highlights are there on every visit, as the browser's patterns. */
  highlightSites: string[];
}

const EMPTY: Settings = {
  address: "",
  connection: null,
  pairing: null,
  folders: [],
  tags: [],
  foldersTag: "",
  tagsTag: "",
  lastFolder: null,
  templates: [],
  newestVersion: "",
  skippedVersion: "",
  highlights: {},
  highlightSites: [],
};

export async function read<K extends keyof Settings>(...names: K[]): Promise<Pick<Settings, K>> {
  const found = await browser.storage.local.get(names);
  return Object.fromEntries(names.map((name) => [name, found[name] ?? EMPTY[name]])) as Pick<Settings, K>;
}

export async function write(values: Partial<Settings>): Promise<void> {
  await browser.storage.local.set(values);
}

/** Throw the key away, if it is still the one that was sent: another one may have been pasted meanwhile. */
export async function discardKey(sent: string): Promise<void> {
  const { connection } = await read("connection");
  if (connection?.key === sent) await write({ connection: null });
}

/** The first letters of a key, by which people and the service know it. */
export function prefixOf(key: string): string {
  return key.slice(0, 18);
}

const WARN_MS = 7 * 24 * 3_600_000;

/** How many whole days the key is good for, once they are few: 0 or less when it is past; else null. */
export function daysLeft(connection: Connection | null, now: number): number | null {
  if (!connection?.expiresAt) return null;
  const left = Date.parse(connection.expiresAt) - now;
  return left <= WARN_MS ? Math.floor(left / (24 * 3_600_000)) : null;
}
