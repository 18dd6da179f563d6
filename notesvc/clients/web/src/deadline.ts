/** Requests that end: one that nobody answers would leave its page waiting for ever. */

/** Ask, and give up when no answer has begun within so many milliseconds: it then fails as an unreachable service does. */
export async function within(milliseconds: number, asked: Request | string): Promise<Response> {
  const ending = new AbortController();
  const given = typeof asked === "string" ? undefined : asked.signal;
  const end = () => ending.abort(given?.reason);
  given?.addEventListener("abort", end);
  if (given?.aborted) end();
  const timer = setTimeout(() => ending.abort(new DOMException("", "TimeoutError")), milliseconds);
  try {
    // Looked up for each request, so that tests may put theirs in its place.
    return await globalThis.fetch(asked, { signal: ending.signal });
  } finally {
    clearTimeout(timer);
  }
}
