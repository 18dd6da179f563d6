/** People as a list: those that fit, in the order asked for. */
import type { Person } from "../../api";
import { itemsOf } from "../../i18n";
import { locale } from "../../i18n/dates";

export type Order = "name" | "count";

export function peopleRows(people: readonly Person[], order: Order, filter = ""): Person[] {
  const wanted = filter.trim().replace(/^\$/, "").toLowerCase();
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  const fits = (person: Person) =>
    [person.name, ...person.aliases, person.email ?? ""].some((text) => text.toLowerCase().includes(wanted));
  return people
    .filter(fits)
    .sort((one, other) => (order === "count" ? other.count - one.count : 0) || compare(one.name, other.name));
}

/** Whoever else is called that, by name or further name. */
export function named(people: readonly Person[], name: string, except: string): Person | undefined {
  const key = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
  return people.find(
    (person) =>
      person.id !== except && [person.name, ...person.aliases].some((each) => key(each) === key(name)),
  );
}

/** Further names, as written with commas between. */
export function aliasesIn(text: string): string[] {
  return [...new Set(text.split(/[;\n]/).flatMap(itemsOf))];
}
