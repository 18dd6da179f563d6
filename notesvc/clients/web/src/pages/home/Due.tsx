/** Tasks that are due, today's and the next ones'; a task is ticked here, and leads to its line. */
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { dueIn, nameOfNote } from "../../i18n/dates";
import { done, failed } from "../../notices";
import { usePlain } from "../../render/plainWords";
import { client } from "../../state/client";
import { type DueTask, dueTasksQuery } from "../../state/tasks";
import { Link } from "../../ui/Link";
import { addDays, type Day, dayInWords } from "../journal/days";
import { useToday } from "../journal/useToday";
import { setDone } from "./ticking";

const AHEAD = 7;
const SHOWN = 8;

export const dueSoonQuery = (day: Day) => dueTasksQuery(addDays(day, AHEAD));
export const useDueSoon = () => useQuery(dueSoonQuery(useToday()));

export function Due() {
  const now = useToday();
  const tasks = useDueSoon().data ?? [];
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useFocusKept(list, tasks);
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="home-due">
      <h2 id="home-due">{t("shell.start.due")}</h2>
      <ul className="home-tasks" ref={list}>
        {tasks.slice(0, SHOWN).map((task) => (
          <Task
            key={`${task.noteId} ${task.line} ${task.text}`}
            task={task}
            isOverdue={task.due < now}
            onTick={keepFocus}
          />
        ))}
      </ul>
      {tasks.length > SHOWN && (
        <p>
          <Link href={to.search("has:task")}>{t("shell.allOf")}</Link>
        </p>
      )}
    </section>
  );
}

interface Props {
  task: DueTask;
  isOverdue: boolean;
  onTick: (box: HTMLInputElement) => void;
}

function Task({ task, isOverdue, onTick }: Props) {
  const { noteId, noteName, text, due } = task;
  const said = usePlain(text);
  const [isTicked, setTicked] = useState(false);
  const tick = (box: HTMLInputElement) => {
    onTick(box);
    setTicked(true);
    void ticked(task, () => setTicked(false));
  };
  return (
    <li data-overdue={isOverdue || undefined} data-done={isTicked || undefined}>
      <input
        type="checkbox"
        className="home-task-box"
        aria-label={t("shell.start.tick", { task: said })}
        checked={isTicked}
        onChange={({ currentTarget }) => !isTicked && tick(currentTarget)}
      />
      <Link className="row-name" href={to.match(noteId, { words: text, after: "" })} title={said}>
        <bdi>{said}</bdi>
      </Link>
      <span className="home-quiet">
        <bdi>{nameOfNote(noteName)}</bdi>
      </span>
      <time className="home-due" dateTime={due} title={dayInWords(due)}>
        {dueIn(due)}
        {isOverdue && <span className="sr-only">, {t("shell.start.overdue")}</span>}
      </time>
    </li>
  );
}

/** Tick it, or take the tick back where that fails or is undone; what is listed is read anew in any case. */
async function ticked(task: DueTask, takeBack: () => void): Promise<void> {
  try {
    await setDone(task, true);
    done(t("shell.start.ticked", { task: task.text }), () => {
      takeBack();
      void openAgain(task);
    });
  } catch (error) {
    takeBack();
    failed(error, t("shell.start.notTicked"));
  }
  await readAnew();
}

async function openAgain(task: DueTask): Promise<void> {
  try {
    await setDone(task, false);
  } catch (error) {
    failed(error, t("shell.start.notOpened"));
  }
  await readAnew();
}

const readAnew = () => client.invalidateQueries({ queryKey: ["tasks"] });

/** The box that was ticked goes with its task, and the focus with it: the one in its place has it then. */
function useFocusKept(list: RefObject<HTMLUListElement | null>, tasks: readonly DueTask[]) {
  const was = useRef(-1);
  const boxes = () => [...(list.current?.querySelectorAll("input") ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the list is another one
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (was.current >= 0 && isLost) (boxes()[was.current] ?? boxes().at(-1))?.focus({ preventScroll: true });
    was.current = -1;
  }, [tasks]);
  return (box: HTMLInputElement) => {
    was.current = boxes().indexOf(box);
  };
}
