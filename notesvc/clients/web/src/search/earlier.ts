/** What was searched for before, on this device only. */
const KEY = "notesvc.searches";
const KEPT = 8;

export function earlierSearches(): string[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[]).slice(0, KEPT);
  } catch {
    return [];
  }
}

export function keepSearch(query: string): void {
  const plain = query.trim();
  if (plain === "") return;
  const others = earlierSearches().filter((one) => one !== plain);
  localStorage.setItem(KEY, JSON.stringify([plain, ...others].slice(0, KEPT)));
}

export const forgetSearches = (): void => localStorage.removeItem(KEY);
