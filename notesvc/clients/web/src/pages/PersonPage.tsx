/** A person: what is known of them, where they are mentioned, and beside whom. */
import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { usePrefetchInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { to } from "../addresses";
import { type Person, Problem } from "../api";
import { t } from "../i18n";
import { failed } from "../notices";
import { WatchButton } from "../notifications/WatchButton";
import { useCommands } from "../shell/commands";
import { notesOf } from "../state/notesOf";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { Empty, InOrder, isComing, Shown } from "../ui/States";
import { Companions } from "./graph/Companions";
import { companions, graphQuery } from "./graph/cooccurrence";
import { DeletePerson } from "./people/DeletePerson";
import { Details } from "./people/Details";
import { Initials } from "./people/Initials";
import { Mentions } from "./people/Mentions";
import { MergePerson } from "./people/MergePerson";
import { changePerson, personQuery } from "./people/people-writing";
import { RenamePerson } from "./people/RenamePerson";
import { TagColor } from "./tags/TagColor";
import "./people/people.css";
import "./people/person.css";

export default function PersonPage() {
  const { person: id = "" } = useParams();
  const query = useQuery(personQuery(id));
  const isGone = query.error instanceof Problem && [404, 422].includes(query.error.status);
  return (
    <main className="page">
      {isGone ? (
        <>
          <Heading title={t("pages.person.goneTitle")} />
          <Empty title={t("pages.person.gone")}>
            <Link href={to.people}>{t("pages.person.allPeople")}</Link>
          </Empty>
        </>
      ) : (
        <>
          {query.isError && query.data === undefined && <Heading title={t("pages.people.title")} />}
          <Shown query={query}>{(person) => <OnePerson key={id} person={person} />}</Shown>
        </>
      )}
    </main>
  );
}

type Deed = "rename" | "merge" | "delete";

function OnePerson({ person }: { person: Person }) {
  const [, go] = useLocation();
  const [deed, setDeed] = useState<Deed | null>(null);
  const close = () => setDeed(null);
  const onMerged = (into: Person) => go(to.person(into.id), { replace: true });
  const { name } = person;
  usePrefetchInfiniteQuery(notesOf({ person: person.id }));
  useCommands([
    {
      id: "person.rename",
      name: t("pages.person.rename", { name }),
      group: "workspace",
      run: () => setDeed("rename"),
    },
    {
      id: "person.merge",
      name: t("pages.person.mergeTitle", { name }),
      group: "workspace",
      run: () => setDeed("merge"),
    },
  ]);
  const paint = (color: string | null) =>
    void changePerson(person.id, { color }).catch((error) => failed(error, t("pages.tag.colorFailed")));
  return (
    <>
      <Heading
        title={name}
        before={<Initials person={person} />}
        lead={t("pages.person.count", { count: person.count })}
      >
        <TagColor name={name} color={person.color} onChoose={paint} />
        <WatchButton kind="person" target={person.id} />
        <Button variant="default" onClick={() => setDeed("rename")}>
          {t("common.rename")}
        </Button>
        <More onChoose={setDeed} />
      </Heading>
      <Details person={person} />
      <InOrder
        parts={[
          [isComing(useQuery(graphQuery)), <Beside key="beside" id={person.id} />],
          [false, <Mentions key="mentions" id={person.id} name={name} />],
        ]}
      />
      {deed === "rename" && <RenamePerson person={person} onClose={close} onMerged={onMerged} />}
      {deed === "merge" && <MergePerson person={person} onClose={close} onMerged={onMerged} />}
      {deed === "delete" && <DeletePerson person={person} onClose={close} />}
    </>
  );
}

function More({ onChoose }: { onChoose: (deed: Deed) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t("common.more")}>
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose("merge")}>{t("pages.person.mergeItem")}</Menu.Item>
        <Menu.Item color="red" onClick={() => onChoose("delete")}>
          {t("pages.person.deleteItem")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Beside({ id }: { id: string }) {
  const graph = useQuery(graphQuery).data;
  if (graph === undefined) return null;
  return (
    <Companions
      title={t("pages.person.together")}
      others={companions(graph, id, "person")}
      isPartial={graph.truncated}
    >
      {(other) => (
        <Link className="tag-mark" href={to.person(other.id)} title={other.label}>
          <bdi>{other.label}</bdi>
        </Link>
      )}
    </Companions>
  );
}
