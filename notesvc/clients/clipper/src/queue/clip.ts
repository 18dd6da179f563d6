/** A clip on this device, from the moment it is kept until the service has all of it. */

export type ClipState = "waiting" | "sending" | "pictures" | "refused" | "done";
export type PictureState = "wanted" | "waiting" | "done" | "remote" | "refused";

/** Why something has not been sent; `detail` is what the service says of it. */
export interface Reason {
  kind: "network" | "moved" | "foreign" | "busy" | "limit" | "key" | "refused" | "tries";
  status?: number;
  detail?: string;
}

/** A picture of a clip: `address` is what stands for it in the text. Its bytes lie beside, under `id`. */
export interface Picture {
  id: string;
  address: string;
  name: string;
  state: PictureState;
  attempts: number;
  reason?: Reason;
}

/** What goes to the service: a note of its own, or an addition to a note or to a day. */
export type Delivery =
  | { kind: "capture"; body: Record<string, unknown> }
  | { kind: "append"; body: { noteId?: string; journal?: string; markdown: string } };

/** `id` is the idempotency key too: whatever happens, the service has the clip once. */
export interface Clip {
  id: string;
  title: string;
  url: string;
  createdAt: number;
  delivery: Delivery;
  state: ClipState;
  attempts: number;
  /** When the next try may be made, in milliseconds; null: not by itself. */
  nextTryAt: number | null;
  reason?: Reason;
  pictures: Picture[];
  /** The tab that its pictures are read from, while it is open. */
  tabId?: number;
  noteId?: string;
  /** The prefix of the key that the service knows as the clip's own. */
  keptWith?: string;
  warnings?: string[];
}

/** A clip as it is kept first: before anything of it is sent. */
export function newClip(
  what: Pick<Clip, "title" | "url" | "delivery" | "tabId"> & { pictures?: Picture[] },
  now: number,
  id: string = crypto.randomUUID(),
): Clip {
  return {
    ...what,
    id,
    createdAt: now,
    state: "waiting",
    attempts: 0,
    nextTryAt: now,
    pictures: what.pictures ?? [],
  };
}

/** A picture that stands in a text under that address. */
export function newPicture(address: string, name: string, state: PictureState): Picture {
  return { id: crypto.randomUUID(), address, name, state, attempts: 0 };
}

/** Whether anything of the clip may still be sent by itself. */
export function isOpen(clip: Clip): boolean {
  return clip.state === "waiting" || clip.state === "sending" || clip.state === "pictures";
}

/** Whether pictures of the clip have still to be read or sent. */
export function hasPicturesLeft(clip: Clip): boolean {
  return clip.pictures.some((picture) => picture.state === "wanted" || picture.state === "waiting");
}
