/** The token of a mailed link: it stands behind `#`, so that it is sent to nobody before somebody wants it. */
import { useSyncExternalStore } from "react";

export interface MailedLink {
  token: string;
  /** Whether it is the first link of somebody who has no account yet. */
  isNew: boolean;
}

export function mailedLink(hash: string): MailedLink {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  return { token: said.get("token") ?? "", isNew: said.has("new") };
}

let kept = "";

/** The link in the address; after signing in on the way, the one that it was. */
export function useMailedLink(): MailedLink {
  const hash = useSyncExternalStore(onHash, () => location.hash);
  if (mailedLink(hash).token !== "") kept = hash;
  return mailedLink(mailedLink(hash).token === "" ? kept : hash);
}

/** It has been used, or is good no more. */
export function forgetMailedLink(): void {
  kept = "";
  history.replaceState(history.state, "", location.pathname);
}

function onHash(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
