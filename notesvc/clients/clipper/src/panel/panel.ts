import { browser } from "../browser.ts";
import { type Clip, isOpen } from "../queue/clip.ts";
import { again } from "../queue/queue.ts";
import * as database from "../store/database.ts";
import { read } from "../store/settings.ts";
import { byId, element, speak, timeOf } from "../ui/dom.ts";
import { language, words } from "../words/index.ts";

speak(words, language);
byId("sendNow").addEventListener("click", () => void sendNow());
browser.runtime.onMessage.addListener((message: { kind?: string }) => {
  if (message.kind === "changed") void draw();
  return false;
});
document.addEventListener("visibilitychange", () => void draw());
void draw();

async function draw(): Promise<void> {
  const clips = (await database.all()).toSorted((one, other) => other.createdAt - one.createdAt);
  const address = (await read("connection")).connection?.address ?? "";
  const parts: [string, Clip[]][] = [
    [words.notTaken, clips.filter((clip) => clip.state === "refused")],
    [words.waiting, clips.filter(isOpen)],
    [words.lastTen, clips.filter((clip) => clip.state === "done")],
  ];
  const shown = parts.filter(([, some]) => some.length > 0);
  byId("sendNow").hidden = !clips.some(isOpen);
  const lists = shown.flatMap(([title, some]) => [
    element("h2", {}, title),
    element("ul", {}, ...some.map((clip) => rowOf(clip, address))),
  ]);
  byId("clips").replaceChildren(
    ...(lists.length ? lists : [element("p", { class: "quiet" }, words.nothingWaits)]),
  );
}

function rowOf(clip: Clip, address: string): HTMLElement {
  const button = (label: string, act: () => void) =>
    element("button", { type: "button", class: "text small", onclick: act }, label);
  const acts = [
    clip.noteId && address
      ? button(words.openNote, () => void openNote(`${address}/notes/${clip.noteId}`))
      : null,
    clip.state === "refused" ? button(words.sendAgain, () => void sendAgain(clip)) : null,
    clip.state !== "done" ? button(words.throwAway, () => void throwAway(clip)) : null,
  ];
  const why = reasonOf(clip);
  return element(
    "li",
    { "data-clip": clip.id, "data-state": clip.state },
    element("p", { dir: "auto" }, clip.title),
    element("p", { class: "quiet small" }, factsOf(clip)),
    why ? element("p", { class: clip.state === "refused" ? "why small" : "quiet small" }, why) : null,
    element("div", { class: "actions" }, ...acts),
  );
}

function factsOf(clip: Clip): string {
  const left = clip.pictures.filter(({ state }) => state === "wanted" || state === "waiting").length;
  const remote = clip.pictures.filter(({ state }) => state === "remote").length;
  const isLater = isOpen(clip) && clip.nextTryAt !== null && clip.attempts > 0;
  return [
    timeOf(clip.createdAt, language),
    left > 0 ? words.picturesLeft(left, clip.pictures.length) : "",
    remote > 0 ? words.stayRemote(remote) : "",
    isLater ? words.nextTry(timeOf(clip.nextTryAt ?? 0, language)) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function reasonOf(clip: Clip): string | undefined {
  const reason = clip.reason ?? clip.pictures.find((picture) => picture.state === "refused")?.reason;
  if (!reason || clip.state === "done") return undefined;
  return reason.detail && reason.kind !== "network"
    ? `${words.reasons[reason.kind]} ${reason.detail}`
    : words.reasons[reason.kind];
}

async function openNote(url: string): Promise<void> {
  await browser.tabs.create({ url });
}

async function send(): Promise<void> {
  await browser.runtime.sendMessage({ kind: "send" }).catch(() => undefined);
  await draw();
}

async function sendAgain(clip: Clip): Promise<void> {
  await database.put(again(clip, Date.now()));
  await send();
}

async function sendNow(): Promise<void> {
  for (const clip of await database.all()) {
    if (clip.state === "waiting" || clip.state === "pictures")
      await database.put({ ...clip, nextTryAt: Date.now() });
  }
  await send();
}

async function throwAway(clip: Clip): Promise<void> {
  if (!confirm(words.throwAwayAsk(clip.title))) return;
  await database.discard(clip);
  await send();
}
