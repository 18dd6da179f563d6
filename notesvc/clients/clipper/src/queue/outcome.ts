import type { Reason } from "./clip.ts";

/** What came of one request: it is there, it may be tried again, it never will be, or there is no good key. */
export type Outcome =
  | { kind: "sent"; answer: Record<string, unknown> }
  | { kind: "retry"; reason: Reason; afterMs: number }
  | { kind: "refused"; reason: Reason }
  | { kind: "noKey"; reason: Reason };

/** What the answer means: only 429, 5xx and what is no answer of the service are tried again. */
export async function outcomeOf(response: Response): Promise<Outcome> {
  if (response.type === "opaqueredirect") return retry({ kind: "moved" });
  const { status } = response;
  const answer = await jsonOf(response);
  const detail = typeof answer?.detail === "string" ? answer.detail : undefined;
  if (response.ok) {
    return answer ? { kind: "sent", answer } : retry({ kind: "foreign", status });
  }
  if (status === 401) return { kind: "noKey", reason: { kind: "key", status, detail } };
  if (status === 429) return retry({ kind: "limit", status }, retryAfterMs(response));
  if (status >= 500) return retry({ kind: "busy", status, detail }, retryAfterMs(response));
  return { kind: "refused", reason: { kind: "refused", status, detail } };
}

/** What no answer means. */
export function outcomeOfFailure(error: unknown): Outcome {
  return retry({ kind: "network", detail: error instanceof Error ? error.message : undefined });
}

function retry(reason: Reason, afterMs = 0): Outcome {
  return { kind: "retry", reason, afterMs };
}

async function jsonOf(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    const read: unknown = await response.json();
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: Response): number {
  const header = response.headers.get("Retry-After");
  if (header === null) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
