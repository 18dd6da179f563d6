import { browser } from "../browser.ts";
import type { Outcome } from "../queue/outcome.ts";
import { poll, start } from "../service/device.ts";
import { tidyAddress, verify } from "../service/verify.ts";
import { isNewer, newestVersion } from "../service/version.ts";
import { daysLeft, read, write } from "../store/settings.ts";
import { byId, speak } from "../ui/dom.ts";
import { language, words } from "../words/index.ts";
import { showTemplates } from "./templates.ts";

const said = words.options;
const addressField = byId<HTMLInputElement>("address");
const keyField = byId<HTMLInputElement>("key");
const ALL_SITES = { origins: ["http://*/*", "https://*/*"] };

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
  const { address, connection } = await read("address", "connection");
  addressField.value = connection?.address ?? address;
  byId("forget").hidden = !connection;
  if (connection) await check(connection.address, connection.key);
  await showPictures();
  await showTemplates();
  await showVersion();
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

async function connectByCode(): Promise<void> {
  const address = readAddress();
  if (!address) return;
  try {
    const grant = await start(address, deviceName());
    tell(said.code(grant.user_code), "plain");
    await browser.tabs.create({ url: grant.verification_uri_complete });
    const found = await poll(address, grant, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
    if ("key" in found) await check(address, found.key);
    else tell(found.error === "access_denied" ? said.denied : said.expired, "bad");
  } catch {
    byId("network").hidden = await isAllowed(address);
    tell(words.reasons.network, "bad");
  }
}

function deviceName(): string {
  const name = /Firefox|Edg|OPR|Chrome/.exec(navigator.userAgent)?.[0] ?? "Browser";
  const system = /Windows|Mac OS|Android|Linux/.exec(navigator.userAgent)?.[0] ?? "";
  return `Clipper, ${{ Edg: "Edge", OPR: "Opera" }[name] ?? name}${system ? `, ${system}` : ""}`;
}

async function forget(): Promise<void> {
  await write({ connection: null });
  byId("forget").hidden = true;
  tell("", "plain");
}

async function isAllowed(address: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [`${address}/*`] });
}

async function askNetwork(): Promise<void> {
  const address = readAddress();
  if (!address || !(await browser.permissions.request({ origins: [`${address}/*`] }))) return;
  byId("network").hidden = true;
  if (keyField.value) await paste();
}

async function showPictures(): Promise<void> {
  const isOpen = await browser.permissions.contains(ALL_SITES);
  byId("askAll").hidden = isOpen;
  byId("picturesWhy").hidden = isOpen;
  byId("allAllowed").hidden = !isOpen;
}

async function askAll(): Promise<void> {
  await browser.permissions.request(ALL_SITES);
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
