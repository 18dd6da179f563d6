/** What can be done to a person, with what changes in the cache. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Person, type Schemas } from "../../api";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { client } from "../../state/client";
import { workspaceHasChanged } from "../../state/notes";
import { peopleQuery } from "../../state/people";

export type PersonEdit = Partial<Pick<Person, "name" | "aliases" | "email" | "notes" | "color">>;

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ["people", id],
    queryFn: ({ signal }): Promise<Person> =>
      answer(api.GET("/api/workspace/people/{person_id}", { params: { path: { person_id: id } }, signal })),
    initialData: () => client.getQueryData(peopleQuery.queryKey)?.find((person) => person.id === id),
    initialDataUpdatedAt: () => client.getQueryState(peopleQuery.queryKey)?.dataUpdatedAt,
  });

export async function addPerson(name: string): Promise<Person> {
  const person = await answer(
    api.POST("/api/workspace/people", { body: { name } as Schemas["PersonFields"] }),
  );
  await workspaceHasChanged();
  return person;
}

/** Save what the edit names; what it does not name stays. */
export async function changePerson(id: string, edit: PersonEdit): Promise<Person> {
  const body = edit as Schemas["PersonChange"];
  const person = await answer(
    api.PATCH("/api/workspace/people/{person_id}", { params: { path: { person_id: id } }, body }),
  );
  client.setQueryData(personQuery(id).queryKey, person);
  client.setQueryData(peopleQuery.queryKey, (all) => all?.map((each) => (each.id === id ? person : each)));
  return person;
}

/** A new name is written into every mention; Undo writes the old one back. */
export async function renamePerson(person: Person, name: string): Promise<void> {
  const renamed = await changePerson(person.id, { name });
  await workspaceHasChanged();
  const back = () =>
    void changePerson(person.id, { name: person.name, aliases: person.aliases })
      .then(workspaceHasChanged)
      .catch((error) => failed(error, t("pages.person.undoFailed")));
  done(t("pages.person.renamed", { from: person.name, to: renamed.name }), back);
}

/** `leave` shows another page: this one would ask for a person who is gone. */
export async function mergePerson(person: Person, into: Person, leave: () => void): Promise<void> {
  await answer(
    api.POST("/api/workspace/people/{person_id}/merge", {
      params: { path: { person_id: person.id } },
      body: { into: into.id },
    }),
  );
  await gone(person.id, leave);
  done(t("pages.person.merged", { from: person.name, to: into.name }));
}

export async function deletePerson(person: Person, leave: () => void): Promise<void> {
  await answer(
    api.DELETE("/api/workspace/people/{person_id}", { params: { path: { person_id: person.id } } }),
  );
  await gone(person.id, leave);
  done(t("pages.person.deleted", { name: person.name }));
}

async function gone(id: string, leave: () => void): Promise<void> {
  leave();
  await new Promise((isLeft) => setTimeout(isLeft));
  client.setQueryData(peopleQuery.queryKey, (all) => all?.filter((each) => each.id !== id));
  client.removeQueries({ queryKey: ["people", id] });
  await workspaceHasChanged();
}
