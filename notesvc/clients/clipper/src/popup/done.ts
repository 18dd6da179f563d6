import { browser } from "../browser.ts";
import type { Clip } from "../queue/clip.ts";
import * as database from "../store/database.ts";
import { read } from "../store/settings.ts";
import { byId, element } from "../ui/dom.ts";
import { words } from "../words/index.ts";
import { openPanel } from "../worker/panel.ts";

/** After the clip was kept: that it was, then what became of it. */
export async function showDone(clip: Clip): Promise<void> {
  byId("form").hidden = true;
  const box = byId("done");
  box.hidden = false;
  draw(box, clip, undefined);
  box.focus();
  // The answer comes when the worker has made its try; the clip is safe without it.
  await browser.runtime.sendMessage({ kind: "send" }).catch(() => undefined);
  const now = (await database.all()).find((each) => each.id === clip.id);
  box.dataset.state = (now ?? clip).state;
  draw(box, now ?? clip, (await read("connection")).connection?.address);
}

function draw(box: HTMLElement, clip: Clip, address: string | undefined): void {
  const isSent = clip.noteId !== undefined;
  const open = () => {
    void browser.tabs.create({ url: `${address}/notes/${clip.noteId}` }).then(() => window.close());
  };
  const list = async () => {
    await openPanel((await browser.windows.getCurrent()).id);
    window.close();
  };
  const toNote =
    isSent && address
      ? element("button", { type: "button", class: "text", onclick: open }, words.openNote)
      : null;
  const toList = element("button", { type: "button", class: "text", onclick: () => void list() }, words.list);
  box.replaceChildren(
    element("h1", {}, isSent ? words.sent : words.kept),
    element("p", { class: "quiet", dir: "auto" }, whyNot(clip, address !== undefined) ?? clip.title),
    element("div", { class: "actions" }, toNote, toList),
  );
  (toNote ?? toList).focus();
}

function whyNot(clip: Clip, isConnected: boolean): string | undefined {
  if (clip.state === "refused")
    return words.refused(clip.reason?.detail ?? words.reasons[clip.reason?.kind ?? "refused"]);
  if (clip.noteId !== undefined) return undefined;
  if (clip.reason?.kind === "key") return words.waitsForKey;
  if (clip.reason) return `${words.reasons[clip.reason.kind]} ${words.waits}`;
  return isConnected || clip.attempts === 0 ? undefined : words.waitsForKey;
}
