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

/** Ids of the tabs that live; null where the browser does not tell. */
export async function livingTabs(): Promise<Set<string> | null> {
  if (!navigator.locks) return null;
  const { held = [] } = await navigator.locks.query();
  const names = held.map((lock) => lock.name ?? "").filter((name) => name.startsWith(LOCK));
  return new Set(names.map((name) => name.slice(LOCK.length)));
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
