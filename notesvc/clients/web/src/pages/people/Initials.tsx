/** A person's letters in their colour: only to find them faster, the name stands beside. */
import type { Person } from "../../api";
import { initials } from "../../ui/initials";

export function Initials({ person }: { person: Pick<Person, "name" | "color"> }) {
  return (
    <span
      className="initials"
      data-plain={person.color ? undefined : ""}
      style={person.color ? { "--tag": person.color } : undefined}
      aria-hidden
    >
      {initials(person.name)}
    </span>
  );
}
