/** Work that may wait until the page has nothing else to do. */

/** Run it when the page has nothing else to do; the answer takes it back. */
export function whenIdle(run: () => void, atLatest: number): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: atLatest });
  return () => cancelIdleCallback(id);
}
