/** A client made from the served document: signs nothing in, writes a note of blocks and reads the stream of events. */
import createClient from "openapi-fetch";
import type { components, paths } from "./api.schema";

type Schemas = components["schemas"];

const [baseUrl = "", cookie = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Cookie: cookie } });

/** Each event of the stream; the types say what `data` holds by the name of the event. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<Schemas["StreamEvent"]> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    const frames = (text + decoder.decode(bytes, { stream: true })).split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const fields = Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
      if (fields.data) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
    }
  }
}

const blocks: Schemas["Block"][] = [
  { type: "heading", props: { level: 2 }, content: [{ type: "text", text: "Made of blocks" }] },
  { type: "checkListItem", props: { checked: true }, content: [{ type: "wikiLink", props: { title: "Plan" } }] },
];
// @ts-expect-error A heading's level is a number.
const wrong: Schemas["Block"] = { type: "heading", props: { level: "two" } };
void wrong;

const stopping = new AbortController();
const stream = await api.GET("/api/notifications/stream", { parseAs: "stream", signal: stopping.signal });
if (!stream.data) throw new Error("no stream");

const made = await api.POST("/api/workspace/notes", {
  params: { header: { "Idempotency-Key": "typed-client" } },
  body: { name: "From types", richContent: blocks },
});
if (!made.data) throw new Error(made.error.code);
const code: Schemas["ProblemCode"] | undefined = (
  await api.PATCH("/api/workspace/notes/{note_id}", {
    params: { path: { note_id: made.data.id }, header: { "If-Match": '"77"' } },
    body: { content: "on an old revision" },
  })
).error?.code;

let told: Schemas["WorkspaceChange"] | undefined;
for await (const event of events(stream.data as unknown as ReadableStream<Uint8Array>)) {
  if (event.event !== "workspace" || event.data.noteId !== made.data.id) continue;
  told = event.data;
  break;
}
stopping.abort();

const page = await api.GET("/api/workspace/notes", { params: { query: { limit: 1, sort: "-updatedAt" } } });
const { name, content } = made.data;
console.log(JSON.stringify({ name, content, code, change: told?.change, next: page.data?.nextCursor !== undefined }));
