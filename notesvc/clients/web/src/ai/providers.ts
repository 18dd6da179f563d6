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
export function prefer({ provider, model }: Provider): void {
  localStorage.setItem(KEY, `${provider} ${model}`);
  for (const tell of listeners) tell();
}

/** Each model that can be chosen, as its provider with that model. */
export const choicesOf = (all: Providers | undefined): Provider[] =>
  readyOf(all).flatMap((each) =>
    each.models.length > 0 ? each.models.map((model) => ({ ...each, model })) : [each],
  );

const preferred = (): string | null => localStorage.getItem(KEY);

/** The one that was preferred here, else the one that answers anyway. */
export function usePreferred(all: Providers | undefined): Provider | null {
  const name = useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, preferred);
  const ready = choicesOf(all);
  const chosen = ready.find(({ provider, model }) => `${provider} ${model}` === name);
  const usual = ready.find(({ provider }) => provider === all?.chosen?.provider);
  return chosen ?? usual ?? ready[0] ?? null;
}
