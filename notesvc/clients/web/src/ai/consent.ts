/** Whether the person knows where their texts go: asked once for each provider and address, on each device. */
import type { Provider } from "../state/ai";

const KEY = "notesvc.ai.told";

const nameOf = (userId: string, { provider, baseUrl }: Provider): string =>
  `${userId} ${provider} ${baseUrl ?? ""}`;

function all(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export const wasTold = (userId: string, provider: Provider): boolean =>
  all().includes(nameOf(userId, provider));

export function told(userId: string, provider: Provider): void {
  localStorage.setItem(KEY, JSON.stringify([...new Set([...all(), nameOf(userId, provider)])]));
}
