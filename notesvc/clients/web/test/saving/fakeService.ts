import { vi } from "vitest";
import type { Note } from "../../src/api";

export const noteOf = (some: Partial<Note> = {}): Note => ({
  id: "n1",
  name: "Note",
  parentId: null,
  tags: [],
  icon: null,
  updatedAt: "2026-11-21T10:00:00.000Z",
  sortOrder: 1,
  content: "one\n",
  richContent: null,
  mode: "raw",
  properties: {},
  cover: null,
  journalMeta: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  deletedAt: null,
  ...some,
});

export interface Seen {
  method: string;
  path: string;
  body: Record<string, unknown>;
  ifMatch: string | null;
  keepalive: boolean;
}

type Script = (seen: Seen) => Response | undefined | Promise<Response | undefined>;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

export const problem = (status: number, code: string, more: object = {}, headers = {}) =>
  json(status, { status, code, detail: code, ...more }, headers);

/** A service of one note. `script` answers in its place while it gives something. */
export class FakeService {
  note = noteOf();
  revision = 1;
  userId: string | null = "u1";
  seen: Seen[] = [];
  script: Script | null = null;

  get patches(): Seen[] {
    return this.seen.filter(({ method }) => method === "PATCH");
  }

  change(some: Partial<Note>): void {
    this.note = { ...this.note, ...some };
    this.revision++;
  }

  fetch = vi.fn((request: Request, { signal }: RequestInit = {}): Promise<Response> => {
    const ended = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    return Promise.race([this.#asked(request), ended]);
  });

  async #asked(request: Request): Promise<Response> {
    const text = await request.text();
    const seen: Seen = {
      method: request.method,
      path: new URL(request.url).pathname,
      body: text ? JSON.parse(text) : {},
      ifMatch: request.headers.get("If-Match"),
      keepalive: request.keepalive,
    };
    this.seen.push(seen);
    const scripted = await this.script?.(seen);
    return scripted ?? this.answer(seen, request.headers.get("If-None-Match"));
  }

  answer(seen: Seen, ifNoneMatch: string | null = null): Response {
    const etag = `"${this.revision}"`;
    if (this.userId === null) return problem(401, "unauthenticated");
    if (seen.path === "/api/auth/session") return json(200, { user: { id: this.userId } });
    if (seen.method === "POST") return json(201, { ...noteOf(), ...seen.body, id: "new" });
    if (seen.method === "GET") {
      if (ifNoneMatch === etag) return new Response(null, { status: 304, headers: { ETag: etag } });
      return json(200, this.note, { ETag: etag });
    }
    if (seen.ifMatch !== etag) return problem(412, "precondition_failed", { current: this.note });
    const { reason: _, ...fields } = seen.body;
    this.change(fields as Partial<Note>);
    const { id, name, parentId, tags, icon, updatedAt, sortOrder } = this.note;
    return json(200, { id, name, parentId, tags, icon, updatedAt, sortOrder, etag: `"${this.revision}"` });
  }
}
