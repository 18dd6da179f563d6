// Opens the app while the service is away: the last page, its files, and what was read here before. What people
// wrote is kept until they sign out or somebody else signs in.
const KEPT = "app-1";
// All of it is public: whose cookie and which origin asked makes no difference.
const SAME = { ignoreVary: true };
const READ = "read-1";
const SHARED = "shared-1";
const READS_MOST = 600;
const FILE_MOST = 4 * 1024 * 1024;
const SESSION = "/api/auth/session";
// Answers that are worth nothing later, or too much to keep.
const NOT_KEPT = /^\/api\/workspace\/(search|graph|trash|reports|versions)\b/;
// Files of earlier builds go when there are more than this.
const MOST = 400;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add("/")));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The page names the files that it is made of: on a first visit it was shown before this worker was there.
self.addEventListener("message", (event) => {
  if (event.data?.saved) event.waitUntil(keepSaved(event.data.saved));
  const files = Array.isArray(event.data?.keep) ? event.data.keep : [];
  event.waitUntil(Promise.allSettled(files.filter(isFile).map((file) => fromKept(new Request(file)))));
});

const isFile = (address) => {
  const { origin, pathname } = new URL(address, self.location.origin);
  return origin === self.location.origin && /^\/(assets|app)\//.test(pathname);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method !== "GET") {
    // Whoever is signed in next must not find what another one read.
    if (/^\/api\/auth\/(login|logout|register)$/.test(pathname)) event.waitUntil(caches.delete(READ));
    if (pathname === "/api/auth/logout") event.waitUntil(caches.delete(SHARED));
    if (request.method === "POST" && pathname === "/clip") event.respondWith(takeShared(request));
    return;
  }
  if (request.mode === "navigate" && !pathname.startsWith("/api/") && !pathname.startsWith("/files/")) {
    // An answer that breaks off in the middle is none, either.
    event.respondWith(
      fetch(request)
        .then(keepPage)
        .catch(() => caches.match("/", SAME)),
    );
  } else if (isFile(request.url)) {
    event.respondWith(fromKept(request));
  } else if (isRead(pathname)) {
    event.respondWith(readOrKept(event));
  }
});

const isRead = (pathname) =>
  pathname === SESSION ||
  pathname.startsWith("/files/") ||
  (pathname.startsWith("/api/workspace/") && !NOT_KEPT.test(pathname));

/** What another app shares: its words go to the page in the address, its files are kept until the page has read them. */
async function takeShared(request) {
  const form = await request.formData();
  const asked = new URLSearchParams();
  for (const name of ["url", "title", "text"]) if (form.get(name)) asked.set(name, form.get(name));
  const files = form.getAll("files").filter((file) => file instanceof File && file.size > 0);
  if (files.length > 0) asked.set("files", files.length);
  await caches.delete(SHARED);
  // Where they find no room, the page says that they are missing.
  await keepShared(files).catch(() => caches.delete(SHARED));
  return Response.redirect(`/clip?${asked}`, 303);
}

async function keepShared(files) {
  const kept = await caches.open(SHARED);
  for (const [at, file] of files.entries()) {
    const address = `/shared/${at}?${new URLSearchParams({ name: file.name })}`;
    await kept.put(address, new Response(file, { headers: { "Content-Type": file.type } }));
  }
}

/** A look in passing and a visit read the same note. */
function keyOf({ url }) {
  const address = new URL(url);
  address.searchParams.delete("peek");
  return address.href;
}

/** The service's own answer; what it said before only where nobody answers. */
async function readOrKept(event) {
  const { request } = event;
  const key = keyOf(request);
  try {
    const response = await fetch(request);
    if (response.status === 502 || response.status === 504) return (await keptRead(key)) ?? response;
    event.waitUntil(keepRead(key, response));
    return response;
  } catch (error) {
    const kept = request.signal.aborted ? undefined : await keptRead(key);
    if (kept) return kept;
    throw error;
  }
}

/** The page is told that this is from before: it goes on asking whether the service is there. */
async function keptRead(key) {
  const kept = await caches.open(READ);
  const found = await kept.match(key, SAME);
  if (!found) return undefined;
  const headers = new Headers(found.headers);
  headers.set("X-Kept", "1");
  return new Response(found.body, { status: found.status, headers });
}

async function keepRead(key, response) {
  const isSession = new URL(key).pathname === SESSION;
  if (response.status === 401 && isSession) return caches.delete(READ);
  const copy = response.status === 200 ? response.clone() : undefined;
  const kept = await caches.open(READ);
  if (response.status === 404) return kept.delete(key, SAME);
  if (!copy || Number(copy.headers.get("Content-Length") ?? 0) > FILE_MOST) return undefined;
  if (isSession && (await isSomebodyElse(kept, key, copy.clone()))) await forgetAll(kept);
  await kept.put(key, copy);
  const reads = await kept.keys();
  for (const request of reads.slice(0, Math.max(0, reads.length - READS_MOST))) await kept.delete(request);
  return undefined;
}

async function isSomebodyElse(kept, key, response) {
  const before = await kept.match(key, SAME);
  if (!before) return false;
  const [{ user: was }, { user: is }] = await Promise.all([before.json(), response.json()]);
  return was.id !== is.id;
}

async function forgetAll(kept) {
  for (const request of await kept.keys()) await kept.delete(request);
}

/** What was typed and acknowledged here is what is read later, though nobody has read it back. */
async function keepSaved({ note, etag }) {
  const kept = await caches.open(READ);
  const key = new URL(`/api/workspace/notes/${note.id}`, self.location.origin).href;
  const headers = { "Content-Type": "application/json", ETag: etag };
  await kept.put(key, new Response(JSON.stringify(note), { headers }));
}

/** Not a page with a note in it: what is kept is shown at every address, to whoever is there then. */
async function keepPage(response) {
  if (!response.ok || !response.headers.get("Content-Type")?.startsWith("text/html")) return response;
  const kept = await caches.open(KEPT);
  if (response.headers.get("Cache-Control") === "no-store") kept.add("/").catch(() => {});
  else await kept.put("/", response.clone());
  return response;
}

async function fromKept(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request, SAME);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) {
    await kept.put(request, response.clone());
    await tidy(kept);
  }
  return response;
}

/** The oldest go first; the page itself stays. */
async function tidy(kept) {
  const files = (await kept.keys()).filter((request) => isFile(request.url));
  for (const file of files.slice(0, Math.max(0, files.length - MOST))) await kept.delete(file);
}
