import { browser } from "../browser.ts";

// Runs on the sites whose owner wants highlights to be there on every visit.
const PAUSE_MS = 1_000;
const MOST_TIMES = 20;

let times = 0;
let isWaiting = false;
const observer = new MutationObserver(() => {
  if (!isWaiting) setTimeout(show, PAUSE_MS);
  isWaiting = true;
});

/** Texts that come late are waited for. */
async function show(): Promise<void> {
  isWaiting = false;
  times += 1;
  const isWhole: unknown = await browser.runtime.sendMessage({ kind: "revisit" }).catch(() => true);
  if (isWhole || times >= MOST_TIMES) observer.disconnect();
  else if (times === 1) observer.observe(document.body, { childList: true, subtree: true });
}

void show();
