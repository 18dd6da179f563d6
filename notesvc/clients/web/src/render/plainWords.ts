/** Words of a note where no note is read, as in lists. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Person } from "../api";
import { derived } from "../state/derived";
import { peopleQuery } from "../state/people";
import { type Names, namesOf, tokensOf } from "./tokens";

const namesIn = derived(namesOf);

/** The text with people by their names alone. */
export function usePlain<T extends string | undefined>(text: T): T | string {
  const people = useQuery({ ...peopleQuery, enabled: text?.includes("$") ?? false }).data;
  return useMemo(() => (text === undefined ? text : plain(text, people)), [text, people]);
}

function plain(text: string, people: readonly Person[] | undefined): string {
  if (people === undefined || !text.includes("$")) return text;
  return plainWords(text, namesIn(people));
}

export function plainWords(text: string, names: Names): string {
  let [said, end] = ["", 0];
  for (const token of tokensOf(text, names))
    if (token.kind === "person") {
      said += text.slice(end, token.start);
      end = token.start + 1;
    }
  return said + text.slice(end);
}
