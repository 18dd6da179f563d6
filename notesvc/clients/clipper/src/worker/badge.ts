import { browser } from "../browser.ts";
import { isOpen } from "../queue/clip.ts";
import * as database from "../store/database.ts";
import { daysLeft, read } from "../store/settings.ts";
import { words } from "../words/index.ts";

/** How many clips are not in the notes yet; "!" where the key needs care. */
export async function showBadge(): Promise<void> {
  const clips = await database.all();
  const left = clips.filter((clip) => isOpen(clip) || clip.state === "refused").length;
  const { connection } = await read("connection");
  const days = daysLeft(connection, Date.now());
  const text = left > 0 ? String(left) : days !== null ? "!" : "";
  await browser.action.setBadgeText({ text });
  await browser.action.setBadgeBackgroundColor({ color: left > 0 ? "#5b5348" : "#8a5a00" });
  const title = days === null ? words.name : days < 0 ? words.keyPast : words.keyEnds(days);
  await browser.action.setTitle({ title: left > 0 ? words.notSentYet(left) : title });
}

/** A short sign that a clip was kept where no window shows it. */
export async function showKept(tabId: number | undefined): Promise<void> {
  await browser.action.setBadgeText({ text: "✓", tabId });
}
