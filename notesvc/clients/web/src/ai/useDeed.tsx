/** What is being done at a passage: asking for it not before the person knows where it goes, and what was typed is there. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Passage } from "../editor/passage/passage";
import { failed } from "../notices";
import { promptsQuery, providersQuery } from "../state/ai";
import type { Asked } from "../state/assist";
import { useUser } from "../state/session";
import { type Deed, deedOfPrompt, deedsFor } from "./actions";
import { told, wasTold } from "./consent";
import { First } from "./First";
import { usePreferred } from "./providers";
import { questionOf } from "./question";
import { useAnswering } from "./useAnswering";

interface At {
  noteId: string;
  asked: Asked;
  /** Resolves when the service has all that was typed. */
  noted: () => Promise<void>;
}

export function useDeed(passage: Passage, { noteId, asked, noted }: At) {
  const [deed, choose] = useState<Deed | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const { answering, answer } = useAnswering();
  const provider = usePreferred(useQuery(providersQuery).data);
  const send = async (wanted: Deed, shortened?: string) => {
    const question = questionOf(wanted, { noteId, passage, provider, shortened });
    choose(wanted);
    answering.clear();
    try {
      // What is sent along need not be there.
      if (question.selection === undefined && question.text === undefined) {
        setWaiting(true);
        await noted();
      }
      void answering.ask(question);
    } catch (error) {
      failed(error);
      choose(null);
    }
    setWaiting(false);
  };
  const { first, ifTold } = useFirst(passage, send);
  useAskedAtOnce(asked, passage, ifTold);
  const again = (how: "again" | "shorter") =>
    deed && void send(deed, how === "shorter" ? answer.proposal?.content : undefined);
  const leave = () => {
    answering.clear();
    choose(null);
  };
  return { deed, start: ifTold, leave, again, isWaiting, stop: () => answering.stop(), first, answer };
}

/** Holds a deed back until it is known who answers, and the person was told that it goes there. */
function useFirst(passage: Passage, send: (deed: Deed) => void) {
  const [pending, setPending] = useState<Deed | null>(null);
  const providers = useQuery(providersQuery);
  const provider = usePreferred(providers.data);
  const user = useUser();
  const isKnown = providers.data !== undefined && user !== undefined;
  const isTold = isKnown && !(provider && user && !wasTold(user.id, provider));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it becomes known
  useEffect(() => {
    if (!pending) return;
    if (providers.error) failed(providers.error);
    else if (isTold) send(pending);
    else return;
    setPending(null);
  }, [pending, isTold, providers.error]);
  const go = () => {
    if (user && provider) told(user.id, provider);
    setPending(null);
    if (pending) send(pending);
  };
  const first = pending && isKnown && !isTold && provider && (
    <First
      what={passage.kind === "selection" ? "selection" : "note"}
      count={passage.markdown.length}
      provider={provider}
      onGo={go}
      onBack={() => setPending(null)}
    />
  );
  return { first, ifTold: setPending };
}

/** A command names what is to be done. */
function useAskedAtOnce({ action, promptId }: Asked, passage: Passage, start: (deed: Deed) => void): void {
  const prompts = useQuery({ ...promptsQuery, enabled: promptId !== undefined }).data;
  const isStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (isStarted.current || action === undefined) return;
    const prompt = prompts?.find(({ id }) => id === promptId);
    if (promptId !== undefined && !prompt) return;
    const deed = prompt
      ? deedOfPrompt(prompt)
      : deedsFor(passage.kind, []).find((each) => each.action === action);
    isStarted.current = true;
    if (deed && !deed.choice) start(deed);
  }, [action, promptId, prompts]);
}
