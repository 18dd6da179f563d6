/** Which provider answers on this device, and what it is called. */
import { useSyncExternalStore } from "react";
import { t } from "../i18n";
import type { Key } from "../i18n/keys";
import { type Provider, type Providers, readyOf } from "../state/ai";

const NAMED = new Set(["openai", "anthropic", "google", "ollama", "compatible"]);

export const nameOfProvider = (provider: string): string =>
  NAMED.has(provider) ? t(`ai.provider.${provider}` as Key) : provider;

const KEY = "notesvc.ai.provider";
const listeners = new Set<() => void>();

/** From now on this one answers, here. */
export function prefer(provider: string): void {
  localStorage.setItem(KEY, provider);
  for (const tell of listeners) tell();
}

const preferred = (): string | null => localStorage.getItem(KEY);

/** The one that was preferred here, else the one that answers anyway. */
export function usePreferred(all: Providers | undefined): Provider | null {
  const name = useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, preferred);
  const ready = readyOf(all);
  const called = (wanted: string | null | undefined) => ready.find(({ provider }) => provider === wanted);
  return called(name) ?? called(all?.chosen?.provider) ?? ready[0] ?? null;
}
