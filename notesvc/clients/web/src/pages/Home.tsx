/** The start: today's last note when the app opens once more, else what there is to go on with. */
import { Button } from "@mantine/core";
import { IconFileImport, IconX } from "@tabler/icons-react";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { Redirect, useLocation } from "wouter";
import { to } from "../addresses";
import type { NoteMetadata } from "../api";
import { t } from "../i18n";
import { atStart, format } from "../i18n/dates";
import { isOpening, lastNote } from "../shell/lastNote";
import { client } from "../state/client";
import { entriesQuery, useEntries } from "../state/entries";
import { favouritesQuery, useFavourites } from "../state/favourites";
import { askForLatest, useLatestNotes } from "../state/notes";
import { recentsQuery, useRecents } from "../state/recents";
import { useUser } from "../state/session";
import { Heading } from "../ui/Heading";
import { IconAct } from "../ui/IconAct";
import { Link } from "../ui/Link";
import { useIsNarrow } from "../ui/narrow";
import { Empty, Failure, InOrder, isComing, Loading } from "../ui/States";
import { dismiss, isDismissed, welcomeNotes } from "./home/begin";
import { Due, dueSoonQuery, useDueSoon } from "./home/Due";
import { OnThisDay, Today } from "./home/Journal";
import { dateOf, today } from "./journal/days";
import { useToday } from "./journal/useToday";
import { NewNote } from "./NewNote";
import { NoteList } from "./NoteList";
import "./home/home.css";

const SHOWN = 8;

export default function Home() {
  const notes = useLatestNotes();
  const recents = useRecents();
  useEffect(askAhead, []);
  // In steps between which the page answers.
  const hasNotes = useDeferredValue(notes.data !== undefined);
  const [before] = useState(() => (isOpening() ? lastNote() : null));
  if (notes.error && !notes.data)
    return (
      <Page>
        <Failure error={notes.error} retry={() => void notes.refetch()} />
      </Page>
    );
  if (!hasNotes || !notes.data || (before && isComing(recents)))
    return (
      <Page>
        <Loading />
      </Page>
    );
  if (before && recents.data?.some((note) => note.id === before))
    return <Redirect to={to.note(before)} replace />;
  return <Page>{notes.data.length === 0 ? <Beginning /> : <Overview />}</Page>;
}

/** Asks for all that the page shows, though its parts come one below the other, and the first time before it is rendered. */
export function askAhead(): void {
  askForLatest();
  void client.prefetchQuery(recentsQuery);
  void client.prefetchQuery(favouritesQuery);
  void client.prefetchQuery(dueSoonQuery(today()));
  void client.prefetchQuery(entriesQuery);
}

function Page({ children }: { children: ReactNode }) {
  const name = useUser()?.name;
  // There, the bar above has it.
  const isNarrow = useIsNarrow();
  const now = dateOf(useToday());
  return (
    <main className="page">
      <Heading
        title={name ? t("shell.start.hello", { name }) : t("shell.home")}
        lead={atStart(format({ weekday: "long", day: "numeric", month: "long" }).format(now))}
      >
        {!isNarrow && <NewNote />}
      </Heading>
      {children}
    </main>
  );
}

export function Overview() {
  const recents = useRecents();
  const favourites = useFavourites();
  return (
    <InOrder
      parts={[
        [false, <Today key="today" />],
        [isComing(useDueSoon()), <Due key="due" />],
        [
          isComing(favourites),
          <Part
            key="favourites"
            name={t("shell.favourites")}
            notes={favourites.data ?? []}
            all={to.favourites}
          />,
        ],
        [
          isComing(recents),
          <Part key="recents" name={t("shell.recents")} notes={recents.data ?? []} all={to.recents} />,
        ],
        [false, <First key="first" opened={recents.data ?? []} />],
        [isComing(useEntries()), <OnThisDay key="days" />],
      ]}
    />
  );
}

/** Of somebody who has not begun yet: the welcome notes in their order, else what changed last. */
function First({ opened }: { opened: readonly NoteMetadata[] }) {
  const notes = useLatestNotes().data ?? [];
  const [isAway, setAway] = useState(false);
  const welcome = welcomeNotes(notes, opened);
  const [start] = welcome;
  if (start && !isAway && !isDismissed(start)) {
    const hide = () => {
      dismiss(start);
      setAway(true);
    };
    return (
      <Part name={t("shell.start.first")} notes={welcome} hidesPath>
        <IconAct name={t("shell.start.hide")} icon={IconX} run={hide} />
      </Part>
    );
  }
  return opened.length === 0 && <Part name={t("shell.start.latest")} notes={notes} />;
}

interface PartProps {
  name: string;
  notes: readonly NoteMetadata[];
  all?: string;
  hidesPath?: boolean;
  /** Beside the name. */
  children?: ReactNode;
}

function Part({ name, notes, all, hidesPath, children }: PartProps) {
  if (notes.length === 0) return null;
  return (
    <section>
      <div className="home-heading">
        <h2>{name}</h2>
        {children}
      </div>
      <NoteList notes={notes.slice(0, SHOWN)} label={name} hidesPath={hidesPath} />
      {all && notes.length > SHOWN && (
        <p>
          <Link href={all}>{t("shell.allOf")}</Link>
        </p>
      )}
    </section>
  );
}

function Beginning() {
  const [, go] = useLocation();
  return (
    <Empty title={t("shell.start.empty")}>
      <p>{t("shell.start.emptyHint")}</p>
      <Button.Group>
        <NewNote variant="filled" />
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} stroke={1.6} />}
          onClick={() => go(to.import)}
        >
          {t("shell.start.import")}
        </Button>
      </Button.Group>
    </Empty>
  );
}
