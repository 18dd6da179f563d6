/** Binds the surfaces to a room's document. */
import { type CollaborationUser, withCollaboration } from "@blocknote/core/yjs";
import type { Extension } from "@codemirror/state";
import type { SharedText } from "../saving/room";
import { colourOf, colourProperty } from "./people";
import { rawBinding } from "./raw/binding";
import { rawCursors } from "./raw/cursors";
import type { By, Room } from "./room";
import "./rooms.css";

export class Shared implements SharedText {
  constructor(
    private readonly room: Room,
    private readonly me: By,
  ) {}

  content = (): string => this.room.raw.toString();

  raw = (): Extension => [rawBinding(this.room.raw), rawCursors(this.room.raw, this.room.awareness)];

  blocks: SharedText["blocks"] = (options) => {
    const { blocks: fragment, awareness } = this.room;
    const user = { ...this.me, color: colourOf(this.me.id) };
    return withCollaboration({
      ...options,
      collaboration: { fragment, user, provider: { awareness }, renderCursor: cursorOf },
    });
  };
}

type Named = Pick<CollaborationUser, "name" | "color"> & { client?: number };

/** Somebody's caret; what they say of themselves is text only. */
export function cursorOf({ name, color, client }: Named): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "room-caret";
  caret.style.setProperty("--room-colour", `var(${colourProperty(client)}, ${color})`);
  const flag = document.createElement("span");
  flag.className = "room-name";
  // Shown by the style sheet: the name is no part of the text, for whoever copies it or has it read out.
  flag.dataset.name = name;
  caret.append(flag);
  return caret;
}
