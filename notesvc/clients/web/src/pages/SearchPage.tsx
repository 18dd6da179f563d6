/** Searching all texts: answers while one types, with operators; what is asked for stands in the address. */
import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { Explained } from "../search/Explained";
import { keepSearch } from "../search/earlier";
import { Filters } from "../search/Filters";
import { Marked } from "../search/marked";
import { matchOf } from "../search/match";
import { added, errorOf } from "../search/operators";
import { useResults } from "../search/results";
import { Rows } from "../ui/Rows";
import { Empty, Failure, Loading } from "../ui/States";
import { NoteRow } from "./NoteRow";
import "../search/search.css";

const PAUSE = 150;
const LONGEST = 256;

export default function SearchPage() {
  const [typed, setTyped, q] = useAsked();
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
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
        {typed.trim() === "" ? <Explained onSearch={setTyped} onWrite={write} /> : <Found q={q} />}
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

function Found({ q }: { q: string }) {
  const error = errorOf(q);
  const results = useResults(error ? "" : q);
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
      <p className="search-count" role="status">
        {t("shell.searching.count", { count: total })}
      </p>
      {searchedFor && <p className="search-hint">{t("shell.searching.searchedFor", { q: searchedFor })}</p>}
      {found.length === 0 ? (
        <Empty title={t("shell.searching.nothing")}>
          <p>{t("shell.searching.nothingHint")}</p>
        </Empty>
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
          >
            {({ note, title, alsoKnownAs, snippet }) => (
              <NoteRow note={note} title={title && <Marked excerpt={title} />} match={matchOf(snippet)}>
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
            )}
          </Rows>
        </div>
      )}
    </>
  );
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
