/** Who else has the note open, and who typed last. */
import { Tooltip } from "@mantine/core";
import { listed, t } from "../i18n";
import type { RoomView } from "../saving/room";
import "./room-people.css";

const MOST = 4;

export function RoomPeople({ room }: { room: RoomView }) {
  const others = room.people.filter(({ isMe }) => !isMe);
  const last = room.lastWriter === null ? null : t("rooms.typedLast", { name: room.lastWriter });
  if (others.length === 0) return null;
  const rest = others.slice(MOST);
  return (
    <ul className="room-people" aria-label={t("rooms.people")}>
      {others.slice(0, MOST).map(({ id, name, colour }) => (
        <Tooltip key={id} label={name === room.lastWriter ? last : name}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the name in full is told by the tooltip */}
          <li className="room-person is-known" style={{ background: colour }} tabIndex={0} aria-label={name}>
            <span aria-hidden>{initials(name)}</span>
          </li>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Tooltip label={listed(rest.map(({ name }) => name))}>
          <li className="room-person">+{rest.length}</li>
        </Tooltip>
      )}
      {last && <li className="room-last">{last}</li>}
    </ul>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? "")][0] ?? "?")
    .join("")
    .toUpperCase();
}
