/** The notes that mention a person, month by month. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { t } from "../../i18n";
import { notesOf } from "../../state/notesOf";
import { Rows } from "../../ui/Rows";
import { Empty, Failure, Loading } from "../../ui/States";
import { NewNote } from "../NewNote";
import { NoteRow } from "../NoteRow";
import { timeline } from "./timeline";

export function Mentions({ id, name }: { id: string; name: string }) {
  const query = useInfiniteQuery(notesOf({ person: id }));
  const rows = useMemo(() => timeline(query.data?.pages.flatMap((page) => page.notes) ?? []), [query.data]);
  return (
    <section aria-labelledby="person-mentions">
      <h2 id="person-mentions">{t("pages.person.mentions")}</h2>
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && (
        <Empty title={t("pages.person.emptyTitle")}>
          <p>{t("pages.person.empty", { mention: `$${name}` })}</p>
          <NewNote />
        </Empty>
      )}
      <Rows
        items={rows}
        keyOf={(row) => row.key}
        label={t("pages.person.mentions")}
        onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      >
        {(row) =>
          row.kind === "note" ? (
            <NoteRow note={row.note} at={row.at} mentioned={id} />
          ) : (
            <h3 className="month">
              {row.name} <span className="month-count">{row.count}</span>
            </h3>
          )
        }
      </Rows>
    </section>
  );
}
