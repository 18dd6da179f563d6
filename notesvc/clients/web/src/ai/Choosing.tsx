/** What to do with a text: a field for words of one's own over the list of what is known. */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { best, ranked } from "../editor/menus/ranking";
import type { Passage } from "../editor/passage/passage";
import { t } from "../i18n";
import type { Prompt } from "../state/ai";
import { choicesOf, type Deed, deedOfWords, deedsFor, withWords } from "./actions";

interface Props {
  kind: Passage["kind"];
  prompts: readonly Prompt[];
  onChoose: (deed: Deed) => void;
}

export function Choosing({ kind, prompts, onChoose }: Props) {
  const { within, typed, type, deeds, at, take, onKey } = useWalk({ kind, prompts, onChoose });
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const name = fieldName(kind, within);
  return (
    <div className="ai-choosing">
      <input
        className="ai-field"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={deeds[at] && `${id}-${at}`}
        aria-label={name}
        placeholder={name}
        autoComplete="off"
        maxLength={2_000}
        value={typed}
        // biome-ignore lint/a11y/noAutofocus: the card was asked for, to be written in
        autoFocus
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
      />
      <div id={id} ref={list} className="ai-deeds" role="listbox" aria-label={t("ai.title")}>
        {deeds.map((deed, index) => (
          <DeedRow
            key={deed.id}
            id={`${id}-${index}`}
            deed={deed}
            isActive={index === at}
            take={() => take(deed)}
          />
        ))}
      </div>
      {deeds.length === 0 && <p className="ai-quiet">{t("ai.none")}</p>}
    </div>
  );
}

/** What is typed, what fits it, and which of that is the active one. */
function useWalk({ kind, prompts, onChoose }: Props) {
  const [within, setWithin] = useState<Deed | null>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const deeds = useMemo(() => {
    const all = within ? choicesOf(within) : deedsFor(kind, prompts);
    return best(
      ranked(all, (deed) => deed.name),
      typed,
      MOST,
    );
  }, [within, kind, prompts, typed]);
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  const restart = (deed: Deed | null) => {
    setWithin(deed);
    type("");
  };
  const take = (deed: Deed | undefined) => {
    const words = typed.trim();
    if (deed?.choice) restart(deed);
    else if (deed) onChoose(deed);
    else if (words !== "") onChoose(within ? withWords(within, words) : deedOfWords(words, kind));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && deeds.length > 0) setAt((at + step + deeds.length) % deeds.length);
    else if (event.key === "Enter") take(deeds[at]);
    else if (event.key === "Backspace" && typed === "" && within) restart(null);
    else return;
    event.preventDefault();
  };
  return { within, typed, type, deeds, at, take, onKey };
}

const MOST = 60;

const fieldName = (kind: Passage["kind"], within: Deed | null): string => {
  if (within) return t(within.choice === "tone" ? "ai.toneOf" : "ai.language");
  return t(kind === "line" ? "ai.field.line" : "ai.field.text");
};

interface RowProps {
  id: string;
  deed: Deed;
  isActive: boolean;
  take: () => void;
}

function DeedRow({ id, deed, isActive, take }: RowProps) {
  const Sign = deed.icon;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go through the field
    <div
      id={id}
      role="option"
      className="ai-deed"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={take}
    >
      <Sign size={16} stroke={1.5} aria-hidden />
      <bdi>{deed.name}</bdi>
    </div>
  );
}
