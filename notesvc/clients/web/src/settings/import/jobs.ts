/** An import while it goes on: kept outside of the page, so that leaving it or a reload loses nothing. */
import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { answer, api, isProblem, Problem, type Schemas } from "../../api";
import { client } from "../../state/client";
import { workspaceHasChanged } from "../../state/notes";
import { type Upload, upload } from "./upload";

export type JobState = Schemas["ImportState"];

/** What is remembered of a job on this device. */
export interface Remembered {
  id: string;
  fileName: string;
  isPreview: boolean;
  parentId: string | null;
}

export type Import =
  | { step: "none" }
  | { step: "sending"; fileName: string; isPreview: boolean; sent: number; total: number }
  | { step: "refused"; fileName: string; parentId: string | null; problem: unknown }
  | { step: "job"; job: Remembered; isCancelling: boolean }
  /** The service no longer keeps the job that was remembered. */
  | { step: "gone" };

/** Of several files, what became of one that had its turn: a job, or a refusal. */
export type Earlier = { fileName: string } & ({ job: Remembered } | { problem: unknown });

const KEY = "notesvc.import";
const LOOK_EACH = 800;
const listeners = new Set<() => void>();
const ended = new Set<(job: Remembered, state: JobState) => void>();
/** The file that was sent last, so that the import after a preview needs no second choice. */
let held: File | null = null;
let sending: Upload | null = null;
/** Of several files: those that wait for their turn, and those that had it. */
let waiting: File[] = [];
let earlier: Earlier[] = [];
let unwatch: (() => void) | null = null;
let present: Import = remembered();

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ["import", id],
    queryFn: async ({ signal }): Promise<JobState> =>
      answer(api.GET("/api/data/imports/{job_id}", { params: { path: { job_id: id } }, signal })),
    // The service may be away for as long as it likes: the job waits on its disk.
    retry: (_, error) => error instanceof Problem && (error.isPassing || error.status === 401),
    retryDelay: (times) => Math.min(1_000 * 2 ** times, 10_000),
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : LOOK_EACH),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    staleTime: 0,
  });

export const imports = {
  get: () => present,
  file: () => held,
  waiting: () => waiting,
  earlier: () => earlier,
  /** Import the files one after the other; each has a report of its own. */
  async beginAll(files: File[], parentId: string | null): Promise<void> {
    const [first, ...rest] = files;
    if (first === undefined) return;
    waiting = rest;
    earlier = [];
    await imports.begin(first, parentId, false);
  },
  /** Send the file, then follow what becomes of it. */
  async begin(file: File, parentId: string | null, isPreview: boolean): Promise<void> {
    held = file;
    set({ step: "sending", fileName: file.name, isPreview, sent: 0, total: file.size });
    sending = upload(file, { parentId, isPreview }, (sent, total) => {
      if (present.step === "sending") set({ ...present, sent, total });
    });
    try {
      const id = await sending.done;
      remember({ id, fileName: file.name, isPreview, parentId });
    } catch (problem) {
      const isStopped = problem instanceof DOMException && problem.name === "AbortError";
      if (!isStopped && goOn({ fileName: file.name, problem }, parentId)) return;
      set(isStopped ? { step: "none" } : { step: "refused", fileName: file.name, parentId, problem });
    } finally {
      sending = null;
    }
  },
  /** Stop sending, or cancel a job that goes on: what it made is taken out again. */
  async cancel(): Promise<void> {
    waiting = [];
    sending?.stop();
    if (present.step !== "job") return;
    const { job } = present;
    set({ ...present, isCancelling: true });
    try {
      await giveUp(job.id);
    } catch (error) {
      set({ step: "job", job, isCancelling: false });
      throw error;
    }
  },
  /** Move what a finished import made to the trash. */
  async takeBack(id: string): Promise<void> {
    await giveUp(id);
    await workspaceHasChanged();
  },
  /** Forget the last one and start anew. */
  forget(): void {
    unwatch?.();
    localStorage.removeItem(KEY);
    held = null;
    waiting = [];
    earlier = [];
    set({ step: "none" });
  },
};

/** Take the next file, if one waits; what became of the one before is kept for its report. */
function goOn(before: Earlier, parentId: string | null): boolean {
  const [next, ...rest] = waiting;
  if (next === undefined) return false;
  waiting = rest;
  earlier = [...earlier, before];
  queueMicrotask(() => void imports.begin(next, parentId, false));
  return true;
}

export function useImport(): Import {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => present,
  );
}

/** Be told when a job comes to its end while this page is loaded. */
export function onEnded(listener: (job: Remembered, state: JobState) => void): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

export const hasEnded = (job: JobState) => job.state !== "queued" && job.state !== "running";

async function giveUp(id: string): Promise<void> {
  await answer(api.DELETE("/api/data/imports/{job_id}", { params: { path: { job_id: id } } }));
  await client.invalidateQueries({ queryKey: jobQuery(id).queryKey });
}

function remember(job: Remembered): void {
  localStorage.setItem(KEY, JSON.stringify(job));
  set({ step: "job", job, isCancelling: false });
  watch(job, true);
}

/** Follow a job, whatever page is shown. One that was just begun goes on even where its end is the first we see. */
function watch(job: Remembered, wasSeenGoing = false): void {
  unwatch?.();
  const stop = new QueryObserver(client, jobQuery(job.id)).subscribe(({ data, error }) => {
    if (isProblem(error, 404)) {
      stop();
      localStorage.removeItem(KEY);
      set({ step: "gone" });
    }
    if (data === undefined) return;
    if (!hasEnded(data)) wasSeenGoing = true;
    else {
      stop();
      if (!wasSeenGoing) return;
      if (!job.isPreview) void workspaceHasChanged();
      for (const tell of ended) tell(job, data);
      goOn({ fileName: job.fileName, job }, job.parentId);
    }
  });
  unwatch = stop;
}

function remembered(): Import {
  try {
    const job = JSON.parse(localStorage.getItem(KEY) ?? "null") as Remembered | null;
    return job ? { step: "job", job, isCancelling: false } : { step: "none" };
  } catch {
    return { step: "none" };
  }
}

function set(now: Import): void {
  present = now;
  for (const tell of listeners) tell();
}

if (present.step === "job") watch(present.job);
