import type { Clip } from "../queue/clip.ts";

/** Clips and the bytes of their pictures: what the browser keeps for extensions in its small store holds 10 MB. */
const NAME = "clips";
let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("clips", { keyPath: "id" });
      request.result.createObjectStore("bytes");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Do it in a transaction that is on disk when this is over. */
async function within<T>(
  mode: IDBTransactionMode,
  act: (clips: IDBObjectStore, bytes: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(["clips", "bytes"], mode, { durability: "strict" });
    const request = act(transaction.objectStore("clips"), transaction.objectStore("bytes"));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Keep a new clip with the bytes of its pictures that are at hand, all or nothing. */
export async function add(clip: Clip, bytes: ReadonlyMap<string, Blob> = new Map()): Promise<void> {
  await within("readwrite", (clips, pictures) => {
    for (const [id, blob] of bytes) pictures.put(blob, id);
    return clips.add(clip);
  });
}

/** Store a clip as it stands now, unless it was thrown away meanwhile. */
export async function put(clip: Clip): Promise<void> {
  await within("readwrite", (clips) => {
    const present = clips.getKey(clip.id);
    present.onsuccess = () => {
      if (present.result !== undefined) clips.put(clip);
    };
    return undefined;
  });
}

export async function all(): Promise<Clip[]> {
  return (await within("readonly", (clips) => clips.getAll() as IDBRequest<Clip[]>)) ?? [];
}

export async function discard(clip: Clip): Promise<void> {
  await within("readwrite", (clips, bytes) => {
    for (const picture of clip.pictures) bytes.delete(picture.id);
    return clips.delete(clip.id);
  });
}

export async function bytesOf(pictureId: string): Promise<Blob | undefined> {
  return within("readonly", (_, bytes) => bytes.get(pictureId) as IDBRequest<Blob | undefined>);
}

export async function putBytes(pictureId: string, blob: Blob): Promise<void> {
  await within("readwrite", (_, bytes) => bytes.put(blob, pictureId));
}

export async function forgetBytes(pictureId: string): Promise<void> {
  await within("readwrite", (_, bytes) => bytes.delete(pictureId));
}

const SHOWN = 10;

/** Of what has arrived, the last ten are shown; the others go. */
export async function forgetOld(): Promise<void> {
  const done = (await all()).filter((clip) => clip.state === "done");
  done.sort((one, other) => other.createdAt - one.createdAt);
  for (const clip of done.slice(SHOWN)) await discard(clip);
}
