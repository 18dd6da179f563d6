/** Searching all texts: answers while one types, with operators; what is asked for stands in the address. */
import { Button } from "@mantine/core";
import { IconPencilPlus, IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { to } from "../addresses";
import type { SearchResult } from "../api";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { failed } from "../notices";
import { Explained } from "../search/Explained";
import { keepSearch } from "../search/earlier";
import { Filters } from "../search/Filters";
import { Marked } from "../search/marked";
import { matchOf } from "../search/match";
import { added, errorOf, notUnderstood, partsOf } from "../search/operators";
import { folded } from "../search/rank";
import { useResults } from "../search/results";
import { useNotes } from "../state/notes";
import { openMade } from "../ui/firstWords";
import { Link } from "../ui/Link";
import { Rows } from "../ui/Rows";
import { Empty, Failure, Loading } from "../ui/States";
import { NoteRow } from "./NoteRow";
import { useFirstHeights, useFirstView } from "./searchFirstView";
import "../search/search.css";

const PAUSE = 150;
const LONGEST = 256;

export default function SearchPage() {
  const [typed, setTyped, q] = useAsked();
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const results = useResults(errorOf(q) ? "" : q);
  const showsFound = useFirstView({
    box,
    field,
    isFound: q === "" || errorOf(q) !== null || !results.isPending,
    onTyped: setTyped,
  });
  const write = (start: string) => {
    setTyped(added(typed, start));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isInField = event.target === field.current;
    if (event.key === "ArrowDown" && isInField && !event.nativeEvent.isComposing) {
      const first = box.current?.querySelector<HTMLElement>(".rows a");
      if (!first) return;
      event.preventDefault();
      first.focus();
    } else if (event.key === "ArrowUp" && (event.target as Element).closest('li[data-index="0"]')) {
      event.preventDefault();
      field.current?.focus();
    } else if (event.key === "Enter" && isInField) keepSearch(typed);
    else if (event.key === "Escape" && isInField && typed !== "") {
      event.preventDefault();
      setTyped("");
    }
  };
  return (
    <main className="page search-page">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys on their way up from the field and the list */}
      <div ref={box} onKeyDown={onKeyDown}>
        <h1 className="sr-only">{typed ? t("shell.searching.titled", { q: typed }) : t("shell.search")}</h1>
        <div className="search-head">
          <Field field={field} typed={typed} onType={setTyped} isFirst={!q} />
          <Filters query={typed} onChange={setTyped} />
        </div>
        {typed.trim() === "" ? (
          <Explained onSearch={setTyped} onWrite={write} />
        ) : (
          showsFound && <Found q={q} results={results} />
        )}
      </div>
    </main>
  );
}

interface FieldProps {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (typed: string) => void;
  /** Nothing is asked for yet. */
  isFirst: boolean;
}

function Field({ field, typed, onType, isFirst }: FieldProps) {
  return (
    <div className="search-box">
      <IconSearch size={18} stroke={1.6} aria-hidden />
      <input
        ref={field}
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the page is there to be typed into
        autoFocus={isFirst}
        aria-label={t("shell.searchCommand")}
        placeholder={t("shell.searching.placeholder")}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        dir="auto"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      {typed && (
        <button
          type="button"
          className="search-clear"
          aria-label={t("shell.searching.clear")}
          onClick={() => {
            onType("");
            field.current?.focus();
          }}
        >
          <IconX size={16} stroke={1.7} />
        </button>
      )}
    </div>
  );
}

/** The same for each list: its rows stay as they are when the page is made anew. */
const row = ({ note, title, alsoKnownAs, snippet }: SearchResult) => (
  <NoteRow note={note} title={title ? <Marked excerpt={title} /> : undefined} match={matchOf(snippet)}>
    {alsoKnownAs && (
      <p className="search-known" dir="auto">
        {t("shell.searching.alsoKnownAs")} <Marked excerpt={alsoKnownAs} />
      </p>
    )}
    {snippet && (
      <p className="search-snippet" dir="auto">
        <Marked excerpt={snippet} />
      </p>
    )}
  </NoteRow>
);

function Found({ q, results }: { q: string; results: ReturnType<typeof useResults> }) {
  const error = errorOf(q);
  const heightOf = useFirstHeights();
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = results;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  if (error) return <p className="search-hint">{t(`shell.searching.fault.${error}`)}</p>;
  if (results.isError && !results.data)
    return <Failure error={results.error} retry={() => void results.refetch()} />;
  if (!results.data) return <Loading />;
  const found = results.data.pages.flatMap((page) => page.results);
  const { total = 0, searchedFor = null } = results.data.pages[0] ?? {};
  return (
    <>
      <p className={found.length === 0 ? "sr-only" : "search-count"} role="status">
        {t("shell.searching.count", { count: total })}
      </p>
      {searchedFor && <p className="search-hint">{t("shell.searching.searchedFor", { q: searchedFor })}</p>}
      {found.length === 0 ? (
        <Nothing q={q} />
      ) : (
        <div
          className="search-results"
          aria-busy={results.isPlaceholderData}
          onClickCapture={() => keepSearch(q)}
        >
          <Rows
            items={found}
            keyOf={(one) => one.note.id}
            label={t("shell.searching.results")}
            onEnd={hasNextPage ? onEnd : undefined}
            heightOf={heightOf}
          >
            {row}
          </Rows>
        </div>
      )}
    </>
  );
}

/** A note of those words is a step away, and so are titles that are nearly so. */
function Nothing({ q }: { q: string }) {
  const [, go] = useLocation();
  const name = partsOf(q)
    .filter(({ operator, isNegated }) => operator === null && !isNegated)
    .map(({ value }) => value)
    .join(" ");
  const near = useNear(name);
  const create = async () => {
    try {
      const make = async () => (await import("../saving/making")).makeNote({ name, parentId: null });
      await openMade(make, (id) => go(to.note(id)));
    } catch (error) {
      failed(error);
    }
  };
  return (
    <Empty title={t("shell.searching.nothing")}>
      <p>{t("shell.searching.nothingHint")}</p>
      <NotUnderstood q={q} />
      {near.length > 0 && (
        <ul className="search-near" aria-label={t("shell.searching.near")}>
          {near.map(({ id, name }) => (
            <li key={id}>
              <Link href={to.note(id)}>
                <bdi>{nameOfNote(name)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {name && (
        <Button
          variant="default"
          leftSection={<IconPencilPlus size={16} stroke={1.6} />}
          onClick={() => void create()}
        >
          {t("shell.finder.create", { name })}
        </Button>
      )}
    </Empty>
  );
}

function NotUnderstood({ q }: { q: string }) {
  const part = notUnderstood(q);
  if (part === null) return null;
  return (
    <p>
      {"filter" in part
        ? t("shell.searching.noFilter", { name: part.filter })
        : t("shell.searching.noPattern")}
    </p>
  );
}

const NEAR = 3;

/** Notes whose titles have a word that begins like one of those that were asked for. */
function useNear(name: string) {
  const notes = useNotes().data;
  return useMemo(() => {
    const beginnings = folded(name)
      .split(/\s+/)
      .filter((word) => word.length > 2)
      .map((word) => word.slice(0, Math.max(3, Math.ceil(word.length / 2))));
    const isNear = (title: string) =>
      beginnings.some((beginning) => title.split(/\s+/).some((word) => word.startsWith(beginning)));
    return notes?.filter((note) => isNear(folded(note.name))).slice(0, NEAR) ?? [];
  }, [notes, name]);
}

/** What is in the box, and what is asked for: the same a moment later, and in the address. */
function useAsked(): [typed: string, setTyped: (typed: string) => void, q: string] {
  const [parameters] = useSearchParams();
  const [, go] = useLocation();
  const q = (parameters.get("q") ?? "").trim();
  const [typed, setTyped] = useState(q);
  const written = useRef(q);
  // Somebody went back, or chose another search elsewhere.
  useEffect(() => {
    if (q !== written.current) setTyped(q);
    written.current = q;
  }, [q]);
  useEffect(() => {
    const next = typed.trim();
    if (next === written.current) return;
    const timer = setTimeout(() => {
      written.current = next;
      go(to.search(next), { replace: true });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, go]);
  return [typed, setTyped, q];
}
