/** This tab's name, and which other tabs are still there: what a living tab has typed is its own to save. */
const KEY = "notesvc.tab";
const LOCK = "notesvc.tab.";

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (n) => n.toString(36)).join("");

/** The tab's id: kept over a reload, another one in a copied tab. */
export const tab: Promise<string> = claim();

async function claim(): Promise<string> {
  const former = stored();
  if (former !== null && (await hold(former))) return former;
  const fresh = random();
  await hold(fresh);
  try {
    sessionStorage.setItem(KEY, fresh);
  } catch {
    // Without storage the tab has a new name after each reload; its drafts are found all the same.
  }
  return fresh;
}

/** Milliseconds that a tab which is being closed is waited for, and between two looks. */
const GOING = 1_000;
const LOOK = 50;

/**
 * Tells whether the tab that something was kept by has gone. Of `awaited`, whose words somebody wants now, those that
 * are just going are waited for. Where the browser does not say which tabs live, one is taken to live for `fresh`
 * milliseconds after it.
 */
export async function tabsThatWent(
  fresh: number,
  awaited: readonly string[] = [],
): Promise<(kept: { tab: string; at: number }) => boolean> {
  if (!navigator.locks) return ({ at }) => Date.now() - at > fresh;
  let living = await livingTabs();
  for (let waited = 0; waited < GOING && awaited.some((tab) => living.has(tab)); waited += LOOK) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    living = await livingTabs();
  }
  return (kept) => !living.has(kept.tab);
}

async function livingTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
  return new Set(names);
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Hold the name for as long as the tab lives; false when another tab has it. */
function hold(id: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((tell) => {
    void navigator.locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      tell(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => {});
    });
  });
}
