/** A question to a model and its answer as it comes: told to whoever shows it, and ended when nobody does. */
import { inPageLanguage, Problem, problemOf } from "../api";
import type { Block } from "../blocks";
import { signedOut } from "../state/session";
import { type Frame, FrameReader } from "./frames";

export interface Question {
  action: string;
  noteId?: string;
  text?: string;
  selection?: string;
  instruction?: string;
  promptId?: string;
  provider?: string;
  model?: string;
}

export interface Source {
  n: number;
  noteId: string;
  heading: string | null;
  quote: string;
  title?: string;
}

export interface Warning {
  kind: string;
  lost: string[];
}

export interface Proposal {
  content: string;
  blocks: Block[];
  /** What would be lost. */
  warnings: Warning[];
  /** Whether the model had to end before its answer did. */
  isCut: boolean;
}

/** Why there is no answer, or no more of it: a cause of the provider's, or what the service refused. */
export type Failure = { cause: string; retryAfter: number | null } | { problem: Problem };

export interface Answer {
  phase: "none" | "running" | "done" | "stopped" | "failed";
  text: string;
  model: string;
  sources: readonly Source[];
  proposal: Proposal | null;
  failure: Failure | null;
}

export const NO_ANSWER: Answer = {
  phase: "none",
  text: "",
  model: "",
  sources: [],
  proposal: null,
  failure: null,
};

export class Answering {
  #answer = NO_ANSWER;
  #ending = new AbortController();
  readonly #listeners = new Set<() => void>();

  get = (): Answer => this.#answer;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ask anew; what was under way is ended first. */
  async ask(question: Question): Promise<void> {
    this.#ending.abort();
    const ending = new AbortController();
    this.#ending = ending;
    this.#set({ ...NO_ANSWER, phase: "running" });
    try {
      for await (const frame of framesOf(question, ending.signal))
        if (!ending.signal.aborted) this.#take(frame);
      if (this.#answer.phase === "running") this.#fail({ cause: "truncated", retryAfter: null });
    } catch (error) {
      // Who ended it has asked again meanwhile, or shows what came so far.
      if (!ending.signal.aborted) this.#fail(failureOf(error, this.#answer.text !== ""));
    }
    ending.abort();
  }

  /** End the call, at the provider, too; what came of it stays. */
  stop(): void {
    if (this.#answer.phase !== "running") return;
    this.#ending.abort();
    this.#set({ phase: "stopped" });
  }

  /** As if nothing had been asked. */
  clear(): void {
    this.#ending.abort();
    this.#set(NO_ANSWER);
  }

  #take({ event, data }: Frame): void {
    const said = JSON.parse(data) as Record<string, unknown>;
    if (event === "delta")
      this.#set({ text: (said.anew === true ? "" : this.#answer.text) + String(said.text ?? "") });
    else if (event === "usage") this.#set({ model: String(said.model ?? "") });
    else if (event === "sources") this.#set({ sources: said as unknown as Source[] });
    else if (event === "done") this.#set({ phase: "done", proposal: proposalOf(said) });
    else if (event === "error")
      this.#fail({ cause: String(said.cause), retryAfter: Number(said.retryAfter) || null });
  }

  #fail(failure: Failure): void {
    this.#set({ phase: "failed", failure });
  }

  #set(some: Partial<Answer>): void {
    this.#answer = { ...this.#answer, ...some };
    for (const tell of this.#listeners) tell();
  }
}

function proposalOf({ content, blocks, warnings }: Record<string, unknown>): Proposal {
  const all = (warnings ?? []) as Warning[];
  return {
    content: String(content ?? ""),
    blocks: (blocks ?? []) as Block[],
    warnings: all.filter(({ kind }) => kind !== "cut"),
    isCut: all.some(({ kind }) => kind === "cut"),
  };
}

function failureOf(error: unknown, isBegun: boolean): Failure {
  if (error instanceof Problem) return { problem: error };
  if (error instanceof SyntaxError) return { cause: "garbled", retryAfter: null };
  return isBegun ? { cause: "truncated", retryAfter: null } : { problem: new Problem(0, "unreachable", "") };
}

/** The frames of the answer as they come. Throws Problem where the service refuses. */
async function* framesOf(question: Question, signal: AbortSignal): AsyncGenerator<Frame> {
  const response = await fetch("/api/ai", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "text/event-stream, application/problem+json",
      ...inPageLanguage(),
    },
    body: JSON.stringify(question),
    signal,
  });
  if (response.status === 401) signedOut();
  if (!response.ok || response.body === null)
    throw problemOf(response, await response.json().catch(() => null));
  const reader = response.body.getReader();
  const frames = new FrameReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield* frames.read(value);
  }
}
