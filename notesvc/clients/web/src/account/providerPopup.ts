/** Proving oneself at a provider, in a window beside this page, so that nothing on this one is lost. */
import { to } from "../addresses";
import { answer, api } from "../api";

const CHANNEL = "notesvc-proof";

/** Open the provider's window. Call it from the click: browsers block windows that come by themselves. */
export async function proveAt(provider: string): Promise<void> {
  const beside = window.open("", "_blank", "popup,width=520,height=720");
  const next = beside ? to.proven : location.pathname + location.search;
  try {
    const params = { path: { provider } };
    const { url } = await answer(api.POST("/api/auth/step-up/{provider}", { params, body: { next } }));
    // Where the browser allows no window, this page goes there itself and comes back.
    (beside ?? window).location.assign(url);
  } catch (error) {
    beside?.close();
    throw error;
  }
}

/** From the window beside: how it went. */
export function tellProven(problem: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(problem);
  channel.close();
}

/** Hear how it went beside, the code of a problem or null; answers how to stop. */
export function onProven(listener: (problem: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => listener(typeof data === "string" ? data : null);
  return () => channel.close();
}
