/** Going anywhere and doing anything by its name. */
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { failed } from "../../notices";
import { makeNote } from "../../saving/making";
import { errorOf } from "../../search/operators";
import { useBest } from "../../search/results";
import { useAiReady } from "../../state/ai";
import { useShared } from "../../state/collaborators";
import { useFolders } from "../../state/folders";
import { useNotes } from "../../state/notes";
import { usePeople } from "../../state/people";
import { useRecents } from "../../state/recents";
import { useTags } from "../../state/tags";
import { isTouch } from "../../touch";
import { openMade } from "../../ui/firstWords";
import { shown, useAllCommands } from "../commands";
import { presentFolder } from "../global";
import { type How, howOf, overlay } from "../overlay";
import { besideAddress } from "../tree/acts";
import { asked, commandEntries, type Entry, entriesOf, matching, withAsk } from "./entries";
import { PaletteRow } from "./PaletteRow";
import "./palette.css";

const NONE: never[] = [];
const PAUSE = 120;
const LONGEST = 256;
const PAGE = 8;
const HEADING = 28;

interface Props {
  /** Only notes are asked for, and the one that is chosen opens beside the note that is shown. */
  isBeside?: boolean;
  onClose: () => void;
}

export default function Palette({ isBeside = false, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const { typed, type, typeAhead, entries, at, go, choose, chooseSoon, ...rows } = useWalk(isBeside, onClose);
  useModal(dialog, onClose);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("shell.palette")}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="palette-box">
        <div className="palette-head">
          <Field
            list={list}
            active={entries[at] ? `${list}-${at}` : undefined}
            name={t(isBeside ? "shell.finder.beside" : "shell.palette")}
            placeholder={t(isBeside ? "shell.finder.beside" : "shell.finder.placeholder")}
            typed={typed}
            onType={type}
            onFocus={typeAhead}
            onKeyDown={(event) => onPaletteKey(event, { at, count: entries.length, go, choose: chooseSoon })}
          />
          <button type="button" className="palette-close" onClick={onClose}>
            {t("common.close")}
          </button>
        </div>
        <div
          id={list}
          ref={rows.scroller}
          className="palette-scroller"
          role="listbox"
          tabIndex={-1}
          aria-label={t("shell.palette")}
        >
          <Entries {...rows} list={list} entries={entries} typed={typed} at={at} choose={choose} />
        </div>
        {entries.length === 0 && <p className="palette-none">{t("shell.finder.none")}</p>}
        <p className="palette-foot" aria-hidden="true">
          {t("shell.finder.foot", { beside: shown("mod+Enter"), create: shown("shift+Enter") })}
        </p>
      </div>
    </dialog>
  );
}

/** What is typed, what fits it, and which of that is the active one; choosing waits for what is on its way. */
function useWalk(isBeside: boolean, onClose: () => void) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  // The field follows every key at once; the list may come a frame later.
  const shownFor = useDeferredValue(typed);
  const { find, isComplete } = useFinding(isBeside, shownFor);
  const entries = useMemo(() => find(shownFor), [find, shownFor]);
  const choose = useChoosing(typed, isBeside, onClose);
  const [waiting, chooseSoon] = useState<How | null>(null);
  // Enter is about what was typed, also when the list or the names themselves come later. A new note waits for neither.
  useEffect(() => {
    const isKnown = waiting === "create" || (isComplete && shownFor === typed);
    if (waiting === null || !isKnown) return;
    chooseSoon(null);
    choose(find(typed)[at], waiting);
  }, [waiting, isComplete, choose, find, shownFor, typed, at]);
  const { virtualizer, rowHeight } = useRows(scroller, entries);
  const go = (next: number) => {
    if (entries.length === 0) return;
    const to = (next + entries.length) % entries.length;
    setAt(to);
    virtualizer.scrollToIndex(to);
  };
  const type = (text: string) => {
    chooseSoon(null);
    setTyped(text);
    setAt(0);
    scroller.current?.scrollTo(0, 0);
  };
  const typeAhead = () => {
    const { text, how } = overlay.takeAhead();
    setTyped(typed + text);
    if (how !== null) chooseSoon(how);
  };
  return { typed, type, typeAhead, entries, at, go, choose, chooseSoon, scroller, virtualizer, rowHeight };
}

function useRows(scroller: RefObject<HTMLDivElement | null>, entries: readonly Entry[]) {
  const rowHeight = isTouch() ? 44 : 34;
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (entries[index]?.heading ? HEADING : 0),
    getItemKey: (index) => `${entries[index]?.heading ?? ""} ${index}`,
    overscan: 6,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 4,
  });
  return { virtualizer, rowHeight };
}

interface FieldProps {
  /** The ids of the list and of its active row. */
  list: string;
  active: string | undefined;
  name: string;
  placeholder: string;
  typed: string;
  onType: (text: string) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Field({ list, active, name, placeholder, typed, onType, onFocus, onKeyDown }: FieldProps) {
  return (
    <input
      className="palette-field"
      role="combobox"
      aria-expanded="true"
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={active}
      aria-label={name}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    />
  );
}

interface EntriesProps {
  list: string;
  entries: readonly Entry[];
  typed: string;
  at: number;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  rowHeight: number;
  choose: (entry: Entry, how: How) => void;
}

function Entries({ list, entries, typed, at, virtualizer, rowHeight, choose }: EntriesProps) {
  const { text } = asked(typed);
  return (
    <div role="presentation" style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const entry = entries[index];
        if (!entry) return null;
        const { heading } = entry;
        return [
          heading && (
            <p
              key={heading}
              className="palette-heading"
              style={{ transform: `translateY(${start}px)` }}
              aria-hidden="true"
            >
              {t(`shell.finder.part.${heading}`)}
            </p>
          ),
          <PaletteRow
            key={entry.key}
            id={`${list}-${index}`}
            entry={entry}
            text={text}
            top={start + (heading ? HEADING : 0)}
            height={rowHeight}
            position={index + 1}
            count={entries.length}
            isActive={index === at}
            onChoose={(how) => choose(entry, how)}
          />,
        ];
      })}
    </div>
  );
}

interface Walk {
  at: number;
  count: number;
  go: (next: number) => void;
  choose: (how: How) => void;
}

function onPaletteKey(event: KeyboardEvent, { at, count, go, choose }: Walk): void {
  if (event.nativeEvent.isComposing) return;
  const next = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: Math.min(at + PAGE, count - 1),
    PageUp: Math.max(at - PAGE, 0),
  }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    go(next);
  } else if (event.key === "Enter") {
    event.preventDefault();
    choose(howOf(event));
  }
}

/** What fits the words that are given, and whether all names are known by now. */
function useFinding(isBeside: boolean, shownFor: string) {
  const notes = useNotes();
  const shared = useShared();
  const folders = useFolders();
  const people = usePeople();
  const tags = useTags();
  const recents = useRecents().data ?? NONE;
  const commands = useAllCommands();
  const canAsk = useAiReady();
  const found = useMemo(
    () =>
      entriesOf({
        notes: notes.data ?? NONE,
        shared: shared.data ?? NONE,
        folders: folders.data ?? NONE,
        people: people.data ?? NONE,
        tags: tags.data ?? NONE,
      }),
    [notes.data, shared.data, folders.data, people.data, tags.data],
  );
  const doable = useMemo(() => commandEntries(commands, shown), [commands]);
  const recent = useMemo(() => recents.map((note) => note.id), [recents]);
  const [path] = useLocation();
  const { best, isPending } = useSought(shownFor);
  const find = useCallback(
    (typed: string): Entry[] => {
      const all = matching(typed, found, doable, recent, typed === shownFor ? best : NONE);
      if (isBeside) return all.filter((entry) => canStandBeside(entry, path));
      return canAsk ? withAsk(typed, all) : all;
    },
    [found, doable, recent, isBeside, path, best, shownFor, canAsk],
  );
  const isLoading = [notes, shared, folders, people, tags].some((one) => one.isLoading);
  // What no name fits may still be found: Enter does not make a note of it before that is known.
  const isUnnamed = isPending && LAST_RESORTS.has(find(shownFor)[0]?.kind ?? "");
  return { find, isComplete: !isLoading && !isUnnamed };
}

const LAST_RESORTS = new Set(["create", "search", ""]);

/** The notes that search finds for what was typed, a moment later; `isPending` until that is known. */
function useSought(typed: string) {
  const { kind, text } = asked(typed);
  const wanted = kind === null && errorOf(text) === null ? text.slice(0, LONGEST) : "";
  const [q, ask] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  const sought = useBest(q);
  const isCurrent = q === wanted;
  const best = (isCurrent && sought.data?.results) || NONE;
  return { best, isPending: wanted !== "" && (!isCurrent || sought.isFetching) };
}

const canStandBeside = ({ kind, noteId = "" }: Entry, path: string): boolean =>
  kind === "create" || (kind === "note" && path !== to.note(noteId));

function useChoosing(typed: string, isBeside: boolean, onClose: () => void) {
  const [path, go] = useLocation();
  const create = async (name: string) => {
    try {
      const make = () => makeNote({ name, parentId: presentFolder(path) });
      await openMade(make, (id) => go(isBeside ? besideAddress(path, id) : to.note(id)));
    } catch (error) {
      failed(error, t("shell.notMade"));
    }
  };
  return (entry: Entry | undefined, how: How) => {
    const { text } = asked(typed);
    if (how === "create" || entry?.kind === "create") {
      if (text === "") return;
      onClose();
      void create(text);
      return;
    }
    if (!entry) return;
    onClose();
    if (entry.run) setTimeout(entry.run);
    else if (entry.noteId && (isBeside || how === "beside")) go(besideAddress(path, entry.noteId));
    else if (entry.href) go(entry.href);
  };
}

/** Shown over everything, with the keys inside; they go back to where they were. */
function useModal(dialog: { current: HTMLDialogElement | null }, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element) return;
    if (!element.open) element.showModal();
    const onCancel = (event: Event) => {
      event.preventDefault();
      latest.current();
    };
    element.addEventListener("cancel", onCancel);
    return () => {
      element.removeEventListener("cancel", onCancel);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [dialog]);
}
