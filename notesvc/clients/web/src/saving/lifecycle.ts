/** What happens to the page and to the network, for all open notes: when to save at once, when to try again. */
import type { NoteSaved } from "../api";
import { client } from "../state/client";
import { noteWasWritten } from "../state/notes";
import { onSignedOut } from "../state/session";
import { isAnyUnderWay } from "./arrivals";
import { onNews } from "./channel";
import { openDocuments, showTypedNames } from "./open";

let isWatching = false;
let isUnasked = false;

export function watchLifecycle(): void {
  if (isWatching) return;
  isWatching = true;
  const each = openDocuments;
  addEventListener("blur", () => {
    for (const document of each()) document.flush().catch(() => {});
  });
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : comeBack()));
  addEventListener("focus", comeBack);
  addEventListener("online", retry);
  addEventListener("beforeunload", (event) => {
    for (const document of each()) document.collect();
    // No later page can go on with a file that is on its way, so nobody loses it unasked.
    if (isAnyUnderWay()) event.preventDefault();
    if (each().every((document) => document.isSettled)) return;
    leave();
    if (!isUnasked) event.preventDefault();
  });
  onSignedOut((isOut) => {
    if (!isOut) for (const document of each()) void document.signedIn();
  });
  onNews(({ saved }) => saved && wasSavedElsewhere(saved));
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { action, query } = event;
    // Another request was answered, so the service is there again.
    if (action.type === "success" && !action.manual) {
      retry();
      if (query.queryKey[0] === "notes") showTypedNames();
    }
    // Something on this page wrote the note past its document, such as a rename in the tree.
    if (action.type === "invalidate" && query.queryKey[0] === "note") {
      for (const document of each()) if (document.id === query.queryKey[1]) void document.revalidate();
    }
  });
}

/** Load the page again, as somebody has asked for: what is not sent is kept, so they are not asked whether they mean it. */
export function loadAgain(): void {
  void goUnasked(async () => location.reload());
}

/** The page goes by what `go` does, as the person has said; where it stays, they are asked again when it does go. */
export async function goUnasked(go: () => Promise<void>): Promise<void> {
  isUnasked = true;
  leave();
  try {
    await go();
  } catch (error) {
    isUnasked = false;
    throw error;
  }
}

function wasSavedElsewhere(saved: NoteSaved): void {
  noteWasWritten(saved);
  for (const document of openDocuments()) if (document.id === saved.id) void document.revalidate();
}

function leave(): void {
  for (const document of openDocuments()) document.leave();
}

function comeBack(): void {
  retry();
  for (const document of openDocuments()) {
    // Somebody may have signed in again in another tab.
    void document.signedIn();
    void document.revalidate();
  }
}

function retry(): void {
  for (const document of openDocuments()) document.retry();
}
