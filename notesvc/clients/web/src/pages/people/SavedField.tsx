/** A field that saves itself: a moment after typing, on leaving it, and before it goes away. */
import { Textarea, TextInput } from "@mantine/core";
import { type RefObject, useEffect, useRef, useState } from "react";
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
  /** It was left, and what was typed is saved. */
  onDone: () => void;
}

export function SavedField({
  label,
  value,
  save,
  description,
  type = "text",
  isLong,
  maxLength,
  onDone,
}: Props) {
  const field = useSaving(value, save);
  const leave = async () => {
    if (await field.flush()) onDone();
  };
  const shared = {
    label,
    description,
    autoFocus: true,
    inputWrapperOrder: ["label" as const, "input" as const, "description" as const, "error" as const],
    value: field.text,
    maxLength,
    error: field.problem === null ? undefined : sentence(field.problem),
    rightSection: <span className="field-state">{field.isSaved && t("pages.person.saved")}</span>,
    rightSectionWidth: field.isSaved ? 72 : 0,
    rightSectionPointerEvents: "none" as const,
    onBlur: () => void leave(),
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
      onKeyDown={(event) => event.key === "Enter" && void leave()}
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
  /** Whether all of it is saved then. */
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const now = latest.current;
    const { text: sent, known: before } = now;
    if (sent === before) return true;
    now.known = sent;
    try {
      await now.save(sent);
      setProblem(null);
      setSaved(true);
      return true;
    } catch (error) {
      now.known = before;
      setProblem(error);
      return false;
    }
  };
  const leave = useRef(flush);
  leave.current = flush;
  useEffect(() => () => void leave.current(), []);
  useFollowing(value, latest, setText);
  const type = (next: string) => {
    latest.current.text = next;
    setText(next);
    setSaved(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => leave.current(), PAUSE);
  };
  return { text, problem, isSaved, flush, type };
}

/** Another value from outside shows, unless something is typed that it does not have yet. */
function useFollowing(
  value: string,
  latest: RefObject<{ text: string; known: string; save: Props["save"] }>,
  show: (text: string) => void,
): void {
  useEffect(() => {
    if (latest.current.text !== latest.current.known) return;
    latest.current = { ...latest.current, text: value, known: value };
    show(value);
  }, [value, latest, show]);
}
