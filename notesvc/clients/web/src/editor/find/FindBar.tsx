/** The bar that finds and replaces in the block surface. */
import { IconChevronDown, IconChevronUp, IconLetterCase, IconLetterW, IconX } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { t } from "../../i18n";
import { done } from "../../notices";
import type { NoteEditor } from "../blocks/schema";
import "./find.css";
import { find, foundIn, goTo, type How, replace } from "./plugin";
import { makeRoom } from "./room";

interface Props {
  editor: NoteEditor;
  /** Raised each time that the bar is asked for. */
  asked: number;
  close: () => void;
}

export function FindBar({ editor, asked, close }: Props) {
  const [wanted, want] = useState(() => editor.getSelectedText().split("\n")[0]?.slice(0, 200) ?? "");
  const [by, setBy] = useState("");
  const [how, setHow] = useState<How>({ matchCase: false, wholeWord: false });
  const field = useField(asked);
  const { matches, at, step, change } = useFound(editor, wanted, how);
  const place = useRoom();
  const leave = () => {
    close();
    editor.focus();
  };
  return (
    <div ref={place} className="find-place">
      <search
        className="find-bar"
        aria-label={t("editor.find.name")}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          leave();
        }}
      >
        <div className="find-row">
          <input
            ref={field}
            value={wanted}
            placeholder={t("editor.find.find")}
            aria-label={t("editor.find.find")}
            onChange={(event) => want(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              step(event.shiftKey ? -1 : 1);
            }}
          />
          <span className="find-count" role="status">
            {wanted === "" ? "" : counted(at, matches.length)}
          </span>
          <Ways how={how} onChange={setHow} />
          <IconButton name={t("editor.find.previous")} icon={IconChevronUp} run={() => step(-1)} />
          <IconButton name={t("editor.find.next")} icon={IconChevronDown} run={() => step(1)} />
          <IconButton name={t("editor.find.close")} icon={IconX} run={leave} />
        </div>
        {editor.isEditable && (
          <Replacing
            by={by}
            onType={setBy}
            isOff={matches.length === 0}
            replace={(isAll) => {
              change(by, isAll);
              // Its button may not be pressed again now, and what cannot be pressed loses the focus.
              if (isAll) field.current?.focus();
            }}
          />
        )}
      </search>
    </div>
  );
}

/** Asked again, the bar takes the focus again. */
function useField(asked: number) {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time
  useEffect(() => field.current?.select(), [asked]);
  return field;
}

function useRoom() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (place.current ? makeRoom(place.current) : undefined), []);
  return place;
}

/** What is wanted is marked in the text for as long as the bar is there. */
function useFound(editor: NoteEditor, wanted: string, how: How) {
  const view = editor.prosemirrorView;
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    find(view, wanted, how);
    again();
    reveal(editor);
  }, [wanted, how, view, editor]);
  useEffect(() => editor.onChange(again), [editor]);
  useEffect(() => () => void (view.isDestroyed || find(view, "", LOOSELY)), [view]);
  const { matches, at } = foundIn(view);
  const step = (by: number) => {
    goTo(view, at + by);
    again();
    reveal(editor);
  };
  const change = (by: string, isAll: boolean) => {
    const count = replace(view, by, isAll);
    if (isAll && count > 0) done(t("editor.find.replaced", { count }), () => editor.undo());
    again();
    reveal(editor);
  };
  return { matches, at, step, change };
}

const LOOSELY: How = { matchCase: false, wholeWord: false };

function Ways({ how, onChange }: { how: How; onChange: (how: How) => void }) {
  const ways = { matchCase: IconLetterCase, wholeWord: IconLetterW };
  return (Object.keys(ways) as (keyof How)[]).map((way) => {
    const Sign = ways[way];
    const name = t(`editor.find.${way}`);
    return (
      <button
        key={way}
        type="button"
        className="find-icon find-way"
        aria-label={name}
        aria-pressed={how[way]}
        title={name}
        onClick={() => onChange({ ...how, [way]: !how[way] })}
      >
        <Sign size={16} stroke={1.5} aria-hidden />
      </button>
    );
  });
}

interface ReplacingProps {
  by: string;
  onType: (by: string) => void;
  isOff: boolean;
  replace: (isAll: boolean) => void;
}

function Replacing({ by, onType, isOff, replace }: ReplacingProps) {
  return (
    <div className="find-row">
      <input
        value={by}
        placeholder={t("editor.find.replace")}
        aria-label={t("editor.find.replace")}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) replace(false);
        }}
      />
      <button type="button" disabled={isOff} onClick={() => replace(false)}>
        {t("editor.find.one")}
      </button>
      <button type="button" disabled={isOff} onClick={() => replace(true)}>
        {t("editor.find.all")}
      </button>
    </div>
  );
}

const counted = (at: number, count: number) =>
  count === 0 ? t("editor.find.none") : t("editor.find.count", { at: at + 1, count });

function reveal(editor: NoteEditor): void {
  requestAnimationFrame(() =>
    editor.domElement?.querySelector(".found-here")?.scrollIntoView({ block: "center" }),
  );
}

function IconButton({ name, icon: Sign, run }: { name: string; icon: typeof IconX; run: () => void }) {
  return (
    <button type="button" className="find-icon" aria-label={name} title={name} onClick={run}>
      <Sign size={16} stroke={1.5} aria-hidden />
    </button>
  );
}
