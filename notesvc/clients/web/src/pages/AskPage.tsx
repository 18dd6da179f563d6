/** Asking one's own notes; the address holds the question. */
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { to } from "../addresses";
import { Asking } from "../ai/ask/Asking";
import { t } from "../i18n";
import { Heading } from "../ui/Heading";

export default function AskPage() {
  const question = new URLSearchParams(useSearch()).get("q") ?? "";
  const [, go] = useLocation();
  const [asked, setAsked] = useState({ question, turn: 0 });
  // Another question than the one that was asked here: the address was followed.
  if (asked.question !== question) setAsked({ question, turn: asked.turn + 1 });
  const onAsk = (now: string) => {
    setAsked({ ...asked, question: now });
    go(to.ask(now), { replace: true });
  };
  return (
    <main className="page">
      <Heading title={t("ai.ask.title")} lead={t("ai.ask.lead")} />
      <Asking key={asked.turn} first={question} onAsk={onAsk} />
    </main>
  );
}
