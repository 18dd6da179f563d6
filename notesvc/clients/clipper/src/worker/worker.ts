import { browser } from "../browser.ts";
import { recover, release, run } from "../queue/queue.ts";
import { refreshCopies } from "../service/copies.ts";
import { verifyStored } from "../service/verify.ts";
import { newestVersion } from "../service/version.ts";
import * as database from "../store/database.ts";
import { showBadge } from "./badge.ts";
import { clipFromMenu, clipNow, makeMenus } from "./clicks.ts";
import { PAIRING_ALARM, pollForKey } from "./connecting.ts";
import { ALARM, ground } from "./ground.ts";
import { highlightSelection, paintVisit, registerSites } from "./highlights.ts";
import { openPanelBesideClicks } from "./panel.ts";

const CHECK = "check";
const HALF_A_DAY_MINUTES = 12 * 60;

/** One thing after the other: a clip is never sent by two at once. */
let line: Promise<void> = recover(ground).catch(report);

function enqueue(act: () => Promise<unknown>): Promise<void> {
  line = line.then(act).then(showBadge).catch(report);
  return line;
}

function report(error: unknown): void {
  console.error("clipper", error);
}

/** Send what is due; what has been sent long ago goes. */
async function send(): Promise<void> {
  await run(ground);
  await database.forgetOld();
  browser.runtime.sendMessage({ kind: "changed" }).catch(() => undefined);
}

async function check(): Promise<void> {
  await verifyStored(Date.now());
  await newestVersion();
  await refreshCopies().catch(() => undefined);
}

/** With a new key: what waited for one goes. */
async function begin(): Promise<void> {
  await release(ground);
  await refreshCopies().catch(() => undefined);
  await send();
}

async function poll(): Promise<void> {
  if (await pollForKey(Date.now(), () => void enqueue(poll))) await begin();
}

// Alarms do not outlive every restart: they are set whenever this starts.
browser.alarms.create(CHECK, { delayInMinutes: 1, periodInMinutes: HALF_A_DAY_MINUTES });
enqueue(send);
enqueue(poll);
enqueue(registerSites);
// What runs on pages needs nothing of what is stored here.
void browser.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" }).catch(() => undefined);

browser.alarms.onAlarm.addListener((alarm) => {
  if (alarm.name === ALARM) enqueue(send);
  if (alarm.name === CHECK) enqueue(check);
  if (alarm.name === PAIRING_ALARM) enqueue(poll);
});

const ASKED: Record<string, () => Promise<void>> = { send, connected: begin, poll, sites: registerSites };

browser.runtime.onMessage.addListener((message: { kind?: string }, sender, answer) => {
  if (message.kind === "revisit") {
    paintVisit(sender.tab).then(answer, () => answer(true));
    return true;
  }
  const act = ASKED[message.kind ?? ""];
  if (!act) return false;
  enqueue(act).then(() => answer(true));
  return true;
});

browser.runtime.onInstalled.addListener((details) => {
  makeMenus();
  if (details.reason === "install") void browser.runtime.openOptionsPage();
});
browser.permissions.onAdded.addListener(() => void enqueue(registerSites));
browser.permissions.onRemoved.addListener(() => void enqueue(registerSites));
browser.runtime.onStartup.addListener(() => void enqueue(send));
globalThis.addEventListener("online", () => void enqueue(send));

browser.contextMenus.onClicked.addListener((click, tab) => {
  if (click.menuItemId === "highlight") void highlightSelection(tab);
  else void clipFromMenu(click, tab).then(() => enqueue(send));
});
browser.commands.onCommand.addListener((command, tab) => {
  if (command === "clip-now") void clipNow(tab).then(() => enqueue(send));
  if (command === "highlight") void highlightSelection(tab);
});
openPanelBesideClicks();
