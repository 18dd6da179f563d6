/** Sends a file and says how much of it has gone; fetch cannot tell that. */
import { inPageLanguage, Problem, problemOf } from "../../api";

/** Milliseconds in which nothing moves until a file is given up. */
const MOST_STILL = 60_000;

export interface Upload {
  /** The id of the job that the service made of it. */
  done: Promise<string>;
  stop(): void;
}

interface Choice {
  parentId: string | null;
  isPreview: boolean;
}

export function upload(file: File, choice: Choice, onSent: (sent: number, total: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<string>((resolve, reject) => {
    const unreachable = () => reject(new Problem(0, "unreachable", ""));
    const moved = watchedFor(MOST_STILL, request, () => {
      unreachable();
      request.abort();
    });
    request.upload.onprogress = (event) => {
      moved();
      onSent(Math.min(event.loaded, file.size), file.size);
    };
    request.upload.onload = () => onSent(file.size, file.size);
    request.onload = () => {
      const body = read(request.responseText);
      if (request.status === 202 && typeof body?.id === "string") resolve(body.id);
      else reject(problemOf(responseOf(request), body));
    };
    request.onerror = unreachable;
    request.onabort = () => reject(new DOMException("stopped", "AbortError"));
  });
  request.open("POST", "/api/data/import");
  for (const [name, value] of Object.entries(inPageLanguage())) request.setRequestHeader(name, value);
  request.send(formOf(file, choice));
  return { done, stop: () => request.abort() };
}

/** Gives up when nothing moves for so long; the answer is to be called whenever something does. */
function watchedFor(milliseconds: number, request: XMLHttpRequest, giveUp: () => void): () => void {
  let timer = setTimeout(giveUp, milliseconds);
  request.addEventListener("loadend", () => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, milliseconds);
  };
}

function formOf(file: File, { parentId, isPreview }: Choice): FormData {
  const form = new FormData();
  if (parentId !== null) form.set("parentId", parentId);
  form.set("dryRun", String(isPreview));
  form.set("file", file, file.name);
  return form;
}

function read(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

function responseOf(request: XMLHttpRequest): Response {
  const wait = request.getResponseHeader("Retry-After");
  return new Response(null, { status: request.status, headers: wait ? { "Retry-After": wait } : {} });
}
