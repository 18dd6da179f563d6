/** An empty day to write on. The first character makes the entry; when the hand rests, the editor takes over. */
import { Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { t } from "../../words";
import { sentence } from "../../words/problem";
import type { Beginning } from "./beginnings";
import { type Day, dayInWords } from "./days";

const REST = 2_000;

interface Props {
  day: Day;
  beginning: Beginning;
  /** Everything is in the entry and nobody is typing; `isFocused` where the writer still stands in the text. */
  onRest: (isFocused: boolean) => void;
}

export function Writing({ day, beginning, onRest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, isSettled } = beginning;
  const rest = useRef(onRest);
  rest.current = onRest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each character begins the rest anew
  useEffect(() => {
    if (!isSettled) return;
    const timer = setTimeout(() => rest.current(document.activeElement === field.current), REST);
    return () => clearTimeout(timer);
  }, [isSettled, text]);
  return (
    <>
      {text === "" && <p className="journal-nothing">{t("pages.journal.nothing")}</p>}
      <Textarea
        ref={field}
        className="journal-writing"
        variant="unstyled"
        autosize
        minRows={6}
        dir="auto"
        value={text}
        aria-label={t("pages.journal.textOf", { day: dayInWords(day) })}
        placeholder={t("pages.journal.write")}
        onChange={(event) => beginning.type(event.currentTarget.value)}
        onBlur={() => {
          void beginning.flush().then(() => beginning.isSettled && rest.current(false));
        }}
      />
      <p className="journal-state" role="status">
        {stateInWords(beginning)}
      </p>
    </>
  );
}

function stateInWords({ state, problem }: Beginning): string {
  switch (state) {
    case "empty":
      return "";
    case "saved":
      return t("pages.journal.saved");
    case "waiting":
    case "refused":
      return `${t("pages.journal.notSaved")} ${sentence(problem)}`;
    default:
      return t("pages.journal.saving");
  }
}
