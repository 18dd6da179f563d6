/** Sends one file to the service and tells how far it is. */
import { inPageLanguage, Problem, problemOf, type Schemas } from "../../api";

export type Attachment = Schemas["AttachmentShape"];

export const LARGEST = 32 * 1024 * 1024;

/** Milliseconds without anything moving after which nobody is taken to be listening. */
const STALLED = 60_000;

export interface Sending {
  done: Promise<Attachment>;
  cancel(): void;
}

export function send(file: File, noteId: string, progress: (percent: number) => void): Sending {
  const request = new XMLHttpRequest();
  let timer: ReturnType<typeof setTimeout>;
  let hasStalled = false;
  const moves = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasStalled = true;
      request.abort();
    }, STALLED);
  };
  request.onloadend = () => clearTimeout(timer);
  const done = new Promise<Attachment>((resolve, reject) => {
    request.upload.onprogress = (event) => {
      moves();
      if (event.lengthComputable) progress(Math.round((event.loaded / event.total) * 100));
    };
    request.onload = () => {
      const body: unknown = parsed(request.responseText);
      if (request.status === 201 || request.status === 200) return resolve(body as Attachment);
      const headers = new Headers({ "Retry-After": request.getResponseHeader("Retry-After") ?? "" });
      reject(problemOf(new Response(null, { status: request.status, headers }), body));
    };
    request.onerror = () => reject(new Problem(0, "unreachable", ""));
    request.onabort = () =>
      reject(hasStalled ? new Problem(0, "unreachable", "") : new DOMException("", "AbortError"));
  });
  const form = new FormData();
  form.append("file", file);
  if (noteId !== "") form.append("noteId", noteId);
  request.open("POST", "/api/workspace/attachments");
  for (const [name, value] of Object.entries(inPageLanguage())) request.setRequestHeader(name, value);
  moves();
  request.send(form);
  return { done, cancel: () => request.abort() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
