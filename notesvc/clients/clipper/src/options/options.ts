import { browser } from "../browser.ts";
import type { Outcome } from "../queue/outcome.ts";
import { type Pairing, start } from "../service/device.ts";
import { tidyAddress, verify } from "../service/verify.ts";
import { isNewer, newestVersion } from "../service/version.ts";
import { ALL_SITES, patternOf } from "../sites.ts";
import { daysLeft, read, write } from "../store/settings.ts";
import { byId, speak } from "../ui/dom.ts";
import { language, words } from "../words/index.ts";
import { showSites } from "./sites.ts";
import { showTemplates } from "./templates.ts";

const said = words.options;
const addressField = byId<HTMLInputElement>("address");
const keyField = byId<HTMLInputElement>("key");

/** What could not reach the service, for when the browser lets it. */
let lastTry: (() => Promise<void>) | undefined;

void show();

async function show(): Promise<void> {
  speak(said, language);
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    void paste();
  });
  byId("byCode").addEventListener("click", () => void connectByCode());
  byId("forget").addEventListener("click", () => void forget());
  byId("askNetwork").addEventListener("click", () => void askNetwork());
  byId("askAll").addEventListener("click", () => void askAll());
  await showConnection();
  await Promise.all([showPictures(), showSites(), showTemplates(), showVersion()]);
}

async function showConnection(): Promise<void> {
  const { address, connection, pairing } = await read("address", "connection", "pairing");
  addressField.value = pairing?.address ?? connection?.address ?? address;
  byId("forget").hidden = !connection;
  if (pairing && !pairing.error) showPairing(pairing);
  // What the service says comes when it comes.
  else if (connection) void check(connection.address, connection.key);
}

async function paste(): Promise<void> {
  const address = readAddress();
  const key = keyField.value.trim();
  if (!address) return;
  if (!key.startsWith("svc_sync_")) return tell(said.noKey, "bad");
  await check(address, key);
}

function readAddress(): string | undefined {
  const address = tidyAddress(addressField.value);
  if (!address) tell(said.noAddress, "bad");
  else addressField.value = address;
  return address;
}

/** Store what is good; a key that is refused is not kept. */
async function check(address: string, key: string): Promise<void> {
  lastTry = () => check(address, key);
  await write({ address });
  const outcome = await verify({ address, key }, Date.now());
  byId("network").hidden = outcome.kind !== "retry" || (await isAllowed(address));
  if (outcome.kind !== "sent") return tell(why(outcome), "bad");
  keyField.value = "";
  byId("forget").hidden = false;
  const { connection } = await read("connection");
  const days = daysLeft(connection, Date.now());
  const warning = days === null ? "" : ` ${days < 0 ? words.keyPast : words.keyEnds(days)}`;
  if (connection?.canWrite === false) tell(said.readOnly, "bad");
  else tell(said.good(connection?.userName ?? "") + warning, warning ? "bad" : "good");
  await browser.runtime.sendMessage({ kind: "connected" }).catch(() => undefined);
}

function why(outcome: Exclude<Outcome, { kind: "sent" }>): string {
  if (outcome.kind === "noKey") return said.badKey;
  return words.reasons[outcome.reason.kind];
}

/** Ask for a code. The worker asks for the key, whether this page stays open or not. */
async function connectByCode(): Promise<void> {
  lastTry = connectByCode;
  const address = readAddress();
  if (!address) return;
  try {
    const { pairing, page } = await start(address, deviceName(), Date.now());
    await write({ address, pairing });
    await browser.runtime.sendMessage({ kind: "poll" }).catch(() => undefined);
    await browser.tabs.create({ url: page });
  } catch {
    byId("network").hidden = await isAllowed(address);
    tell(words.reasons.network, "bad");
  }
}

function showPairing(pairing: Pairing): void {
  if (pairing.error) tell(pairing.error === "access_denied" ? said.denied : said.expired, "bad");
  else tell(said.code(pairing.userCode), "plain");
}

browser.storage.local.onChanged.addListener((changes) => {
  if (changes.pairing?.newValue) showPairing(changes.pairing.newValue as Pairing);
  else if (changes.pairing) void showConnection();
});

function deviceName(): string {
  const name = /Firefox|Edg|OPR|Chrome/.exec(navigator.userAgent)?.[0] ?? "Browser";
  const system = /Windows|Mac OS|Android|Linux/.exec(navigator.userAgent)?.[0] ?? "";
  return `Clipper, ${{ Edg: "Edge", OPR: "Opera" }[name] ?? name}${system ? `, ${system}` : ""}`;
}

async function forget(): Promise<void> {
  await write({ connection: null, pairing: null });
  byId("forget").hidden = true;
  tell("", "plain");
}

async function isAllowed(address: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [patternOf(address)] });
}

async function askNetwork(): Promise<void> {
  const address = readAddress();
  if (!address || !(await browser.permissions.request({ origins: [patternOf(address)] }))) return;
  byId("network").hidden = true;
  await lastTry?.();
}

async function showPictures(): Promise<void> {
  const isOpen = await browser.permissions.contains({ origins: ALL_SITES });
  byId("askAll").hidden = isOpen;
  byId("picturesWhy").hidden = isOpen;
  byId("allAllowed").hidden = !isOpen;
}

async function askAll(): Promise<void> {
  await browser.permissions.request({ origins: ALL_SITES });
  await showPictures();
}

async function showVersion(): Promise<void> {
  const { version } = browser.runtime.getManifest();
  byId("version").textContent = said.version(version);
  const newest = await newestVersion();
  byId("newer").textContent = newest && isNewer(newest, version) ? said.newer(newest) : "";
}

function tell(text: string, tone: "good" | "bad" | "plain"): void {
  const state = byId("state");
  state.textContent = text;
  state.dataset.tone = tone;
}
