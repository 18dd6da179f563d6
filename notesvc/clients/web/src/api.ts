/** The service's interface: typed calls, and what a refusal looks like. Types come from the served document. */
import createClient from "openapi-fetch";
import type { components, paths } from "./api.schema";
import { within } from "./deadline";

export type Schemas = components["schemas"];
export type Note = Schemas["NoteFull"];
export type NoteMetadata = Schemas["NoteMetadata"];
export type NoteChange = Schemas["NoteChange"];
export type NoteSaved = Schemas["NoteSaved"];
/** A folder in the tree. Folders are changed without looking at their ETag: what two do at once is done in turn. */
export type FolderBranch = Omit<Schemas["FolderBranch"], "etag">;
export type SearchResult = Schemas["SearchResult"];
export type Tag = Schemas["TagShape"];
export type Person = Schemas["PersonShape"];
export type User = Schemas["UserShape"];

export const api = createClient<paths>({ fetch: send });

/** What asks the service to say what it has to say in the language of the page, whatever the browser's own is. */
export const inPageLanguage = () => ({
  "Accept-Language": globalThis.document?.documentElement.lang || "en",
});

/** Milliseconds until an answer must have begun; what a write changes in many notes at once may take its time. */
const PATIENCE = { reading: 20_000, writing: 120_000 };

let sessions = 0;

/** Somebody signed in, here or in another tab. */
export function sessionBegan(): void {
  sessions += 1;
}

/**
 * A 401 says nothing where somebody has signed in since the request was sent: it is sent again. Nothing is waited for
 * before the request is on its way: what a page asks for while it is rendered comes by the time it is.
 */
async function send(request: Request): Promise<Response> {
  const session = sessions;
  for (const [name, value] of Object.entries(inPageLanguage())) request.headers.set(name, value);
  // What is sent while the page goes is not waited for.
  const again = request.keepalive ? null : request.clone();
  const patience = request.method === "GET" ? PATIENCE.reading : PATIENCE.writing;
  const response = await within(patience, request);
  return again && response.status === 401 && session !== sessions ? send(again) : response;
}

type Answered<T> = { data?: T; error?: unknown; response: Response };

export interface Fields {
  field: string;
  message: string;
  /** The message in the language of the page. */
  words?: string;
}

/** A refusal of the service (RFC 9457). `status` 0: the service could not be reached. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: Fields[] = [],
    /** Seconds that the service asks to wait. */
    readonly retryAfter: number | null = null,
    /** On 412: the note as it stands. */
    readonly current: Note | null = null,
    /** On 409: what a place cannot do. */
    readonly capability: string | null = null,
    /** The detail in the language of the page. */
    readonly words: string = detail,
  ) {
    super(detail || code);
    this.name = "Problem";
  }

  /** Whether the same request may succeed later: no answer, too many requests, trouble of the service's. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  get isUnreachable(): boolean {
    return this.status === 0;
  }
}

/** Whether it is a refusal of that status or code. */
export const isProblem = (error: unknown, what: number | string): error is Problem =>
  error instanceof Problem && (error.status === what || error.code === what);

/** The body of a call that succeeded. Throws Problem for everything else, a missing service and nonsense included. */
export async function answer<T>(call: Promise<Answered<T>>): Promise<T> {
  return (await answered(call)).data;
}

/** As `answer`, with the response for its headers. */
export async function answered<T>(call: Promise<Answered<T>>): Promise<{ data: T; response: Response }> {
  let got: Answered<T>;
  try {
    got = await call;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(0, "unreachable", "");
  }
  if (!got.response.ok) throw problemOf(got.response, got.error);
  if (got.response.status !== 204 && got.data === undefined) throw new Problem(502, "nonsense", "");
  return { data: got.data as T, response: got.response };
}

/** The Problem that a refused response stands for, whatever its body is. */
export function problemOf(response: Response, body: unknown): Problem {
  const said = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const wait = Number(response.headers.get("Retry-After"));
  return new Problem(
    response.status,
    typeof said.code === "string" ? said.code : "nonsense",
    typeof said.detail === "string" ? said.detail : "",
    Array.isArray(said.errors) ? (said.errors as Fields[]) : [],
    Number.isFinite(wait) && wait > 0 ? wait : null,
    (said.current as Note | undefined) ?? null,
    typeof said.capability === "string" ? said.capability : null,
    typeof said.words === "string" ? said.words : undefined,
  );
}
