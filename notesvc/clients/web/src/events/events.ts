/** What the service tells in its stream of events. */
import type { Schemas } from "../api";

export interface WorkspaceEvent {
  type: "workspace";
  /** A note or a folder; neither where much has changed at once. */
  noteId: string | null;
  folderId: string | null;
  change: "created" | "updated" | "moved" | "deleted" | "restored" | "shared" | "unshared" | "contents";
  updatedAt: string;
}

export type NotificationEvent = { type: "notification" } & Schemas["NotificationShape"];

/** The stream begins anew and nobody knows since when: something may have been missed. */
export interface Begun {
  type: "begun";
}

export type StreamEvent = WorkspaceEvent | NotificationEvent | Begun;

/** What the tab that has the stream tells the others. */
export interface Told {
  userId: string;
  /** The event's number, to go on from there. */
  id: string;
  event: StreamEvent;
}
