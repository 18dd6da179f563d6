/** The answer of a model and what can be done with it. */
import { Button } from "@mantine/core";
import { diffWordsWithSpace } from "diff/lib/diff/word.js";
import { useEffect, useMemo, useRef, useState } from "react";
import { to } from "../addresses";
import type { Passage } from "../editor/passage/passage";
import { gap, t } from "../i18n";
import { done, failed } from "../notices";
import { Choice } from "../ui/Choice";
import { copy } from "../ui/clipboard";
import { Differences, type Hunk } from "../ui/differences/Differences";
import { Link } from "../ui/Link";
import type { Deed } from "./actions";
import type { Answer, Proposal } from "./answering";
import { isForSettings, wordsOf } from "./failures";
import { Given } from "./Given";
import { Lost } from "./Lost";

interface Props {
  deed: Deed;
  answer: Answer;
  /** What it is for. */
  passage: Pick<Passage, "markdown" | "asWritten">;
  noteId: string;
  canWrite: boolean;
  onAccept: (proposal: Proposal, way: "replace" | "below") => void;
  onAsk: (how: "again" | "shorter") => void;
  onStop: () => void;
  onOther: () => void;
}

export function Proposed(props: Props) {
  const { answer, deed, passage, noteId } = props;
  const { phase, text, proposal } = answer;
  return (
    <>
      <div className="ai-answer">
        {proposal ? (
          <Shown deed={deed} proposal={proposal} passage={passage} noteId={noteId} />
        ) : (
          text !== "" && <Coming text={text} />
        )}
      </div>
      <Said answer={answer} />
      {phase === "running" ? (
        <div className="ai-buttons">
          <Button size="xs" variant="default" onClick={props.onStop}>
            {t("ai.stop")}
          </Button>
        </div>
      ) : (
        <Ways {...props} />
      )}
    </>
  );
}

/** The words as they come, nothing of them read as anything yet; the last ones stay in view. */
export function Coming({ text }: { text: string }) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every word
  useEffect(() => {
    const box = end.current?.closest(".ai-answer");
    if (box) box.scrollTop = box.scrollHeight;
  }, [text]);
  return (
    <div className="ai-coming" dir="auto" ref={end}>
      {text}
    </div>
  );
}

/** How far it is, and what went wrong. */
export function Said({ answer: { phase, failure, proposal } }: { answer: Answer }) {
  const isNothing = phase === "done" && proposal?.content.trim() === "";
  return (
    <>
      <p className={phase === "done" ? "sr-only" : "ai-quiet"} role="status">
        {isNothing || phase === "none" || phase === "failed" ? "" : t(`ai.phase.${phase}`)}
      </p>
      {isNothing && <p className="ai-quiet">{t("ai.nothing")}</p>}
      {proposal?.isCut && (
        <p className="ai-failure" role="alert">
          {t("ai.cut")}
        </p>
      )}
      {failure && (
        <p className="ai-failure" role="alert">
          {wordsOf(failure)}
          {gap()}
          {isForSettings(failure) && <Link href={to.settings("ai")}>{t("ai.toSettings")}</Link>}
        </p>
      )}
    </>
  );
}

interface ShownProps {
  deed: Deed;
  proposal: Proposal;
  passage: Props["passage"];
  noteId: string;
}

function Shown({ deed, proposal, passage, noteId }: ShownProps) {
  const before = passage.markdown;
  const [look, setLook] = useState<"changes" | "text">("changes");
  const hunks = useMemo(
    () => (deed.way === "replace" ? hunksOf(before.trim(), passage.asWritten(proposal).trim()) : null),
    [deed.way, before, proposal, passage],
  );
  const text = <Given blocks={proposal.blocks} noteId={noteId} given={before} />;
  if (hunks === null) return text;
  if (hunks.every(({ op }) => op === "equal")) return <p className="ai-quiet">{t("ai.same")}</p>;
  return (
    <>
      <Choice
        label={t("ai.look.changes")}
        value={look}
        options={[
          ["changes", t("ai.look.changes")],
          ["text", t("ai.look.text")],
        ]}
        onChange={setLook}
      />
      {look === "changes" ? <Differences hunks={hunks} /> : text}
    </>
  );
}

/** Milliseconds after which two texts count as two. */
const PATIENCE = 800;

export function hunksOf(before: string, after: string): Hunk[] {
  const parts = diffWordsWithSpace(before, after, { timeout: PATIENCE });
  if (!parts)
    return [
      { op: "delete", text: before },
      { op: "insert", text: after },
    ];
  return parts.map(({ added, removed, value }) => ({
    op: added ? "insert" : removed ? "delete" : "equal",
    text: value,
  }));
}

/** What can be done with what came: where something would be lost, it is named first. */
function Ways({ deed, answer, canWrite, onAccept, onAsk, onOther }: Props) {
  const [wanted, setWanted] = useState<"replace" | "below" | null>(null);
  const { proposal, text } = answer;
  const main = deed.way === "replace" ? "replace" : "below";
  const content = proposal?.content ?? text;
  const accept = (way: "replace" | "below") => {
    if (!proposal) return;
    if (way === "replace" && proposal.warnings.length > 0 && wanted === null) setWanted(way);
    else onAccept(proposal, way);
  };
  const copied = () => void copy(content).then(() => done(t("ai.copied")), failed);
  if (wanted !== null && proposal)
    return <Lost warnings={proposal.warnings} onGo={() => accept(wanted)} onBack={() => setWanted(null)} />;
  const isUseful = proposal !== null && proposal.content.trim() !== "";
  return (
    <div className="ai-buttons">
      {isUseful && canWrite && (
        <>
          <Button size="xs" data-main onClick={() => accept(main)}>
            {t(main === "replace" ? "ai.accept" : "ai.below")}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => accept(main === "replace" ? "below" : "replace")}
          >
            {t(main === "replace" ? "ai.below" : "ai.replace")}
          </Button>
        </>
      )}
      {content !== "" && <Small words={t("ai.copy")} run={copied} />}
      <Small words={t("ai.retry")} run={() => onAsk("again")} />
      {isUseful && <Small words={t("ai.shorter")} run={() => onAsk("shorter")} />}
      <Small words={t("ai.other")} run={onOther} />
    </div>
  );
}

export function Small({ words, run }: { words: string; run: () => void }) {
  return (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={run}>
      {words}
    </Button>
  );
}
