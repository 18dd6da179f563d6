/** A field that saves itself: a moment after typing, on leaving it, and before it goes away. */
import { Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import { sentence } from "../../i18n/problem";

const PAUSE = 800;

interface Props {
  label: string;
  value: string;
  save: (value: string) => Promise<unknown>;
  description?: string;
  type?: "text" | "email";
  isLong?: boolean;
  maxLength: number;
}

export function SavedField({ label, value, save, description, type = "text", isLong, maxLength }: Props) {
  const field = useSaving(value, save);
  const shared = {
    label,
    description,
    value: field.text,
    maxLength,
    error: field.problem === null ? undefined : sentence(field.problem),
    rightSection: <span className="field-state">{field.isSaved && t("pages.person.saved")}</span>,
    rightSectionWidth: field.isSaved ? 72 : 0,
    rightSectionPointerEvents: "none" as const,
    onBlur: field.flush,
  };
  return isLong ? (
    <Textarea
      {...shared}
      autosize
      minRows={2}
      maxRows={14}
      onChange={(event) => field.type(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      type={type}
      autoComplete="off"
      onChange={(event) => field.type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Enter" && field.flush()}
    />
  );
}

/** What is typed is kept until the service has it; a refusal says so and keeps the text. */
function useSaving(value: string, save: (value: string) => Promise<unknown>) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<unknown>(null);
  const [isSaved, setSaved] = useState(false);
  const latest = useRef({ text, known: value, save });
  latest.current.save = save;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = async () => {
    clearTimeout(timer.current);
    const now = latest.current;
    const { text: sent, known: before } = now;
    if (sent === before) return;
    now.known = sent;
    try {
      await now.save(sent);
      setProblem(null);
      setSaved(true);
    } catch (error) {
      now.known = before;
      setProblem(error);
    }
  };
  const leave = useRef(flush);
  leave.current = flush;
  useEffect(() => () => void leave.current(), []);
  useEffect(() => {
    // Another value from outside shows, unless something is typed that it does not have yet.
    if (latest.current.text !== latest.current.known) return;
    latest.current = { ...latest.current, text: value, known: value };
    setText(value);
  }, [value]);
  const type = (next: string) => {
    latest.current.text = next;
    setText(next);
    setSaved(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => leave.current(), PAUSE);
  };
  return { text, problem, isSaved, flush, type };
}
