/** A question to one's own notes: asked, answered as it is written, with the places that the answer rests on. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { type Provider, providersQuery } from "../../state/ai";
import { sessionQuery, useUser } from "../../state/session";
import { copy } from "../../ui/clipboard";
import { Link } from "../../ui/Link";
import { Waiting } from "../../ui/States";
import "../ai.css";
import "./ask.css";
import type { Answer } from "../answering";
import { told, wasTold } from "../consent";
import { First } from "../First";
import { Models } from "../Models";
import { Small } from "../Proposed";
import { usePreferred } from "../providers";
import { useAnswering } from "../useAnswering";
import { Answered } from "./Answered";

interface Props {
  /** Asked at once. */
  first?: string;
  /** The note that it is asked beside. */
  noteId?: string;
  /** It was asked: for the address to say so. */
  onAsk?: (question: string) => void;
}

export function Asking(props: Props) {
  const providers = useQuery(providersQuery);
  const session = useQuery(sessionQuery);
  const provider = usePreferred(providers.data);
  if (!providers.data) return <Waiting for={providers} />;
  // Whether they were told where the question goes is not known before.
  if (session.data === undefined) return <Waiting for={session} />;
  return provider ? <Form {...props} provider={provider} /> : <Off />;
}

/** Where nothing is set up. */
function Off() {
  return (
    <div className="ask-off">
      <p>
        <strong>{t("ai.off.title")}.</strong> {t("ai.off.text")}
      </p>
      <p>
        <Link href={to.settings("ai")}>{t("ai.off.link")}</Link>
      </p>
    </div>
  );
}

function Form({ first = "", noteId, onAsk, provider }: Props & { provider: Provider }) {
  const { asked, answer, ask, stop, before } = useQuestion(provider, noteId, onAsk);
  const isRunning = answer.phase === "running";
  return (
    <div className="ask">
      <Field first={first} isRunning={isRunning} ask={ask} stop={stop} />
      {before}
      {!before && asked !== "" && (
        <>
          <Answered answer={answer} question={asked} noteId={noteId} />
          {!isRunning && (
            <div className="ai-buttons">
              {answer.text !== "" && <Small words={t("ai.copy")} run={() => copyAnswer(answer)} />}
              <Small words={t("ai.retry")} run={() => ask(asked)} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

const copyAnswer = ({ proposal, text }: Answer) =>
  void copy(proposal?.content ?? text).then(() => done(t("ai.copied")), failed);

interface FieldProps {
  first: string;
  isRunning: boolean;
  ask: (question: string) => void;
  stop: () => void;
}

function Field({ first, isRunning, ask, stop }: FieldProps) {
  const [typed, setTyped] = useState(first);
  const field = useRef<HTMLTextAreaElement>(null);
  useOnce(() => {
    if (first.trim() !== "") ask(first);
    else field.current?.focus();
  });
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") ask(typed);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) submit(event);
    else if (event.key === "Escape" && isRunning) {
      event.stopPropagation();
      stop();
    }
  };
  return (
    <form className="ask-form" onSubmit={submit}>
      <textarea
        ref={field}
        className="ai-field"
        rows={2}
        aria-label={t("ai.ask.field")}
        placeholder={t("ai.ask.field")}
        maxLength={2_000}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKey}
      />
      <div className="ai-buttons">
        {isRunning ? (
          <Button size="xs" variant="default" onClick={stop}>
            {t("ai.stop")}
          </Button>
        ) : (
          <Button size="xs" type="submit">
            {t("ai.ask.go")}
          </Button>
        )}
        <Models />
      </div>
    </form>
  );
}

function useOnce(run: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(run, []);
}

/** The question that was asked last, and its answer; not sent before the person knows where it goes. */
function useQuestion(provider: Provider, noteId: string | undefined, onAsk: Props["onAsk"]) {
  const [asked, setAsked] = useState("");
  const [pending, setPending] = useState<string | null>(null);
  const { answering, answer } = useAnswering();
  const user = useUser();
  const send = (question: string) => {
    setPending(null);
    setAsked(question);
    onAsk?.(question);
    const answerer = {
      provider: provider.provider,
      ...(provider.model !== null && { model: provider.model }),
    };
    const about = noteId === undefined ? {} : { noteId };
    void answering.ask({ action: "ask", instruction: question, ...about, ...answerer });
  };
  const ask = (question: string) => {
    const words = question.trim();
    if (user && !wasTold(user.id, provider)) setPending(words);
    else send(words);
  };
  const go = () => {
    if (user) told(user.id, provider);
    if (pending !== null) send(pending);
  };
  const before = pending !== null && (
    <First what="ask" provider={provider} onGo={go} onBack={() => setPending(null)} />
  );
  return { asked, answer, ask, stop: () => answering.stop(), before };
}
