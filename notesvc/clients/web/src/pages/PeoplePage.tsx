/** All people, with how many notes mention each. */
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { to } from "../addresses";
import type { Person } from "../api";
import { listed, t } from "../i18n";
import { useCommands } from "../shell/commands";
import { usePeople } from "../state/people";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { ListBar } from "../ui/ListBar";
import { Rows } from "../ui/Rows";
import { Empty, Shown } from "../ui/States";
import { AddPerson } from "./people/AddPerson";
import { Initials } from "./people/Initials";
import { type Order, peopleRows } from "./people/order";
import "../ui/row-name.css";
import "./people/people.css";

export default function PeoplePage() {
  const people = usePeople();
  const [isAdding, setAdding] = useState(false);
  useCommands([
    { id: "people.add", name: t("pages.people.add"), group: "create", run: () => setAdding(true) },
  ]);
  const count = people.data?.length;
  return (
    <main className="page">
      <Heading title={t("pages.people.title")} lead={count ? t("pages.people.count", { count }) : undefined}>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t("pages.people.add")}
        </Button>
      </Heading>
      <Shown query={people}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t("pages.people.emptyTitle")}>
              <p>{t("pages.people.empty")}</p>
            </Empty>
          ) : (
            <List people={all} />
          )
        }
      </Shown>
      {isAdding && <AddPerson onClose={() => setAdding(false)} />}
    </main>
  );
}

function List({ people }: { people: Person[] }) {
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>("name");
  const rows = useMemo(() => peopleRows(people, order, filter), [people, order, filter]);
  return (
    <div>
      <ListBar
        filter={filter}
        onFilter={setFilter}
        label={t("pages.people.filter")}
        order={order}
        onOrder={setOrder}
      />
      {rows.length === 0 && <p className="lead">{t("pages.nothingFits")}</p>}
      <Rows items={rows} keyOf={(person) => person.id} label={t("pages.people.title")}>
        {(person) => <PersonRow person={person} />}
      </Rows>
    </div>
  );
}

function PersonRow({ person }: { person: Person }) {
  const aliases = listed(person.aliases);
  return (
    <div className="person-row">
      <Initials person={person} />
      <Link className="row-name person-row-name" href={to.person(person.id)} title={person.name}>
        <bdi>{person.name}</bdi>
      </Link>
      <span className="person-row-aliases" title={aliases}>
        <bdi>{aliases}</bdi>
      </span>
      <span className="person-row-count">{t("common.notes", { count: person.count })}</span>
    </div>
  );
}
