/** The answer to a question, its numbers leading to the places in the notes, and the list of those places. */
import { type MouseEvent, useMemo } from "react";
import { useLocation } from "wouter";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { useNotes } from "../../state/notes";
import { Link } from "../../ui/Link";
import type { Answer, Source } from "../answering";
import { Given } from "../Given";
import { Coming, Said } from "../Proposed";
import { cited, matchOfQuote, readable, SIGN } from "./citing";

interface Props {
  answer: Answer;
  question: string;
  noteId: string | undefined;
}

const NONE: never[] = [];

export function Answered({ answer, question, noteId = "" }: Props) {
  const { phase, text, proposal, sources } = answer;
  const has = (kind: string) => proposal?.warnings.some((warning) => warning.kind === kind) ?? false;
  if (phase === "done" && (has("not_found") || proposal?.content.trim() === ""))
    return (
      <div className="ask-none" role="status">
        <strong>{t("ai.ask.notFound")}</strong>
        <p>{t("ai.ask.notFoundText")}</p>
      </div>
    );
  return (
    <section className="ask-answer" aria-label={t("ai.ask.answer")} aria-busy={phase === "running"}>
      {phase === "running" && text === "" && <p className="ai-quiet">{t("ai.ask.searching")}</p>}
      {proposal ? (
        <Whole answer={answer} noteId={noteId} question={question} />
      ) : (
        text !== "" && <Coming text={text} />
      )}
      {(phase !== "running" || text !== "") && <Said answer={answer} />}
      {phase === "done" && has("uncited") && <p className="ask-doubt">{t("ai.ask.uncited")}</p>}
      {phase === "done" && has("unsupported") && <p className="ask-doubt">{t("ai.ask.unsure")}</p>}
      {sources.length > 0 && <Sources sources={sources} />}
    </section>
  );
}

/** Its numbers open the note at the place, in the way that links do. */
function Whole({
  answer: { proposal, sources },
  noteId,
  question,
}: Omit<Props, "noteId"> & { noteId: string }) {
  const [, go] = useLocation();
  const { blocks } = proposal!;
  const numbered = useMemo(() => cited(blocks, sources), [blocks, sources]);
  const given = `${question} ${sources.map(({ n, quote }) => `${SIGN}${n} ${quote}`).join(" ")}`;
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest(`a[href^="${SIGN}"]`) : null;
    const n = Number(link?.getAttribute("href")?.slice(SIGN.length));
    const source = sources.find((each) => each.n === n);
    if (!source) return;
    event.preventDefault();
    event.stopPropagation();
    const address = to.match(source.noteId, matchOfQuote(source.quote));
    if (event.ctrlKey || event.metaKey) window.open(address);
    else go(address);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links within take the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div className="ask-text" onClickCapture={onClick}>
      <Given blocks={numbered} noteId={noteId} given={given} />
    </div>
  );
}

function Sources({ sources }: { sources: readonly Source[] }) {
  const notes = useNotes().data ?? NONE;
  const nameOf = (id: string) => nameOfNote(notes.find((note) => note.id === id)?.name);
  return (
    <nav aria-label={t("ai.ask.sources")}>
      <h2 className="ask-sources-title">{t("ai.ask.sources")}</h2>
      <ol className="ask-sources">
        {sources.map(({ n, noteId, heading, quote }) => (
          <li key={n} value={n}>
            <Link href={to.match(noteId, matchOfQuote(quote))}>
              <span className="ask-number">{n}</span>
              <span className="ask-source">
                <bdi className="ask-source-title">{nameOf(noteId)}</bdi>
                {heading && <bdi className="ask-source-heading">{heading}</bdi>}
                <span className="ask-quote" dir="auto">
                  {readable(quote)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
