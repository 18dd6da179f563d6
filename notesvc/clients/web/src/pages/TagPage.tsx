/** A tag: its notes, the tags below it, the tags beside it. */
import { Button } from "@mantine/core";
import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { to } from "../addresses";
import type { NoteMetadata } from "../api";
import { t } from "../i18n";
import { WatchButton } from "../notifications/WatchButton";
import { useCommands } from "../shell/commands";
import { notesOf } from "../state/notesOf";
import { useTagColour, useTags } from "../state/tags";
import { childrenOf } from "../state/tagTree";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { Rows } from "../ui/Rows";
import { Empty, Failure, InOrder, isComing, Loading } from "../ui/States";
import { TagMark } from "../ui/TagMark";
import { Companions } from "./graph/Companions";
import { companions, graphQuery } from "./graph/cooccurrence";
import { NewNote } from "./NewNote";
import { NoteRow } from "./NoteRow";
import { RenameTag } from "./tags/RenameTag";
import { TagColor } from "./tags/TagColor";
import { paint } from "./tags/tag-writing";
import "./tags/tag.css";

/** Has the room of a line. */
const NOTHING_YET = "\u00a0";

export default function TagPage() {
  const tag = useTagOfAddress();
  return <OneTag key={tag} tag={tag} />;
}

function OneTag({ tag }: { tag: string }) {
  const [, go] = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const tags = useTags();
  const own = tags.data?.find((each) => each.tag === tag);
  usePrefetchInfiniteQuery(notesOf({ tag }));
  useCommands([
    {
      id: "tag.rename",
      name: t("pages.tag.rename", { tag }),
      group: "workspace",
      run: () => setRenaming(true),
    },
  ]);
  return (
    <main className="page">
      <Heading
        title={`#${tag}`}
        shown={<Parts tag={tag} />}
        lead={own ? t("common.notes", { count: own.count }) : isComing(tags) && NOTHING_YET}
      >
        <TagColor isTag name={tag} color={own?.color ?? null} onChoose={(color) => void paint(tag, color)} />
        <WatchButton kind="tag" target={tag.toLowerCase()} />
        <Button variant="default" onClick={() => setRenaming(true)}>
          {t("common.rename")}
        </Button>
      </Heading>
      <InOrder
        parts={[
          [isComing(tags), <Below key="below" tag={tag} />],
          [isComing(useQuery(graphQuery)), <Beside key="beside" tag={tag} />],
          [false, <Notes key="notes" tag={tag} />],
        ]}
      />
      {isRenaming && (
        <RenameTag
          tag={tag}
          onClose={() => setRenaming(false)}
          onRenamed={(renamed) => go(to.tag(renamed), { replace: true })}
        />
      )}
    </main>
  );
}

/** `#a/b/c`, each part above leading to its page. */
function Parts({ tag }: { tag: string }) {
  const parts = tag.split("/");
  return (
    <span className="tag-parts">
      #
      {parts.map((part, index) => {
        const path = parts.slice(0, index + 1).join("/");
        const isLast = index === parts.length - 1;
        return (
          <bdi key={path}>
            {isLast ? part : <Link href={to.tag(path)}>{part}</Link>}
            {!isLast && <span className="tag-slash">/</span>}
          </bdi>
        );
      })}
    </span>
  );
}

function Below({ tag }: { tag: string }) {
  const below = childrenOf(useTags().data ?? [], tag);
  const colourOf = useTagColour();
  if (below.length === 0) return null;
  return (
    <section aria-labelledby="tag-below" className="tag-line">
      <h2 id="tag-below">{t("pages.tag.below")}</h2>
      <ul className="companions">
        {below.map((each) => (
          <li key={each.tag}>
            <TagMark tag={each.tag} color={colourOf(each.tag)} />
            <span className="companion-count">{each.count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Beside({ tag }: { tag: string }) {
  const graph = useQuery(graphQuery).data;
  const colourOf = useTagColour();
  if (graph === undefined) return null;
  const others = companions(graph, `tag:${tag}`, "tag").map((each) => ({ ...each, name: each.label }));
  return (
    <Companions title={t("pages.tag.together")} others={others} isPartial={graph.truncated}>
      {(other) => <TagMark tag={other.label} color={colourOf(other.label)} />}
    </Companions>
  );
}

function Notes({ tag }: { tag: string }) {
  const query = useInfiniteQuery(notesOf({ tag }));
  const notes: NoteMetadata[] = query.data?.pages.flatMap((page) => page.notes) ?? [];
  return (
    <section aria-labelledby="tag-notes">
      <h2 id="tag-notes">{t("pages.tag.notes")}</h2>
      {query.isPending && <Loading />}
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.isSuccess && notes.length === 0 && (
        <Empty title={t("pages.tag.emptyTitle")}>
          <p>{t("pages.tag.empty", { tag })}</p>
          <NewNote />
        </Empty>
      )}
      <Rows
        items={notes}
        keyOf={(note) => note.id}
        label={t("pages.tag.notes")}
        onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      >
        {(note) => <NoteRow note={note} exceptTag={tag} hasWords />}
      </Rows>
    </section>
  );
}

function useTagOfAddress(): string {
  const rest = useParams()["*"] ?? "";
  try {
    return decodeURIComponent(rest).toLowerCase();
  } catch {
    return rest.toLowerCase();
  }
}
