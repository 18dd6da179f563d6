/** Another note, or the part of it that is named, where it is embedded. Those that embed each other end. */
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { client } from "../state/client";
import { noteQuery } from "../state/notes";
import { BlockList } from "./BlockView";
import { partOf } from "./part";
import { ReadingContext, useReading, useReadingOf } from "./reading";
import { wikiTarget } from "./titles";

/** As many as on public pages. */
export const DEEPEST = 3;
/** The notes around, the outermost first; what is shown is not among them. */
const Around = createContext<readonly string[]>([]);

interface Props {
  /** As between the brackets. */
  target: string;
  /** The way to the note, which is all where it cannot be shown. */
  way: ReactNode;
}

export function EmbeddedNote({ target, way }: Props) {
  const around = useContext(Around);
  const reading = useReading();
  const { noteId, isStatic, isPaper } = reading;
  const box = useRef<HTMLDivElement>(null);
  const { title, anchor } = wikiTarget(target);
  const id = title === "" ? noteId : isStatic ? reading.means?.(title, noteId) : reading.resolve(title);
  const mayShow = !!id && !around.includes(id) && around.length < DEEPEST;
  const isNear = useNear(box) || isStatic || isPaper;
  const asked = {
    ...noteQuery(id || ""),
    enabled: mayShow && isNear && !isStatic,
    retry: false,
    staleTime: 10_000,
  };
  const note = useQuery(asked, client).data;
  const blocks = note?.richContent as Block[] | undefined;
  const part = useMemo(
    () => (blocks ? partOf(withoutFrontMatter(blocks), anchor) : undefined),
    [blocks, anchor],
  );
  if (!mayShow || part === undefined) return <div ref={box}>{way}</div>;
  const inner = <BlockList blocks={part ?? []} />;
  return (
    <article className="embedded" aria-label={t("sidePanel.text.embedded", { name: nameOfNote(note?.name) })}>
      <div className="embedded-title">{way}</div>
      {part === null && <p className="embedded-missing">{t("sidePanel.text.partGone")}</p>}
      <Around value={[...around, id]}>
        {isStatic ? (
          <ReadingContext value={{ ...reading, noteId: id }}>{inner}</ReadingContext>
        ) : (
          <Within noteId={id} blocks={part ?? []} isPaper={isPaper}>
            {inner}
          </Within>
        )}
      </Around>
    </article>
  );
}

interface WithinProps {
  noteId: string;
  blocks: readonly Block[];
  isPaper: boolean;
  children: ReactNode;
}

/** What titles mean hangs on the note that they stand in. */
function Within({ noteId, blocks, isPaper, children }: WithinProps) {
  const reading = useReadingOf(noteId, blocks as Block[], isPaper);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

export const withoutFrontMatter = (blocks: readonly Block[]): readonly Block[] => {
  const [first] = blocks;
  const [text] = first?.type === "rawMarkdown" && Array.isArray(first.content) ? first.content : [];
  return text?.type === "text" && text.text.startsWith("---\n") ? blocks.slice(1) : blocks;
};

/** Whether it has been close to what is in view: what is embedded far below may have much embedded itself. */
function useNear(box: { current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (box.current === null || isNear) return;
    if (typeof IntersectionObserver === "undefined") return setNear(true);
    const seen = (entries: IntersectionObserverEntry[]) =>
      entries.some((each) => each.isIntersecting) && setNear(true);
    const watch = new IntersectionObserver(seen, { rootMargin: "400px" });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box, isNear]);
  return isNear;
}
