/** The card beside a passage: what is to be done, the answer as it comes, and what can be done with it. */
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Passage } from "../editor/passage/passage";
import type { SurfaceHandle } from "../editor/surface";
import { t } from "../i18n";
import { failed } from "../notices";
import { promptsQuery } from "../state/ai";
import type { Asked } from "../state/assist";
import { useIsNarrow } from "../ui/narrow";
import type { Deed } from "./actions";
import type { Proposal } from "./answering";
import "./ai.css";
import { Chips } from "./Chips";
import { Choosing } from "./Choosing";
import { Models } from "./Models";
import { Proposed, Said, Small } from "./Proposed";
import { besidePassage } from "./place";
import { putIn } from "./putting";
import { useDeed } from "./useDeed";

/** What the card does to the note, each by the ordinary way. */
export interface NoteDeeds {
  /** Resolves when the service has all that was typed. */
  noted(): Promise<void>;
  rename(name: string): void;
  addTag(tag: string): void;
}

interface Props {
  noteId: string;
  asked: Asked;
  surface: SurfaceHandle;
  deeds: NoteDeeds;
  canWrite: boolean;
  onClose: () => void;
}

export default function Card(props: Props) {
  const { asked, surface, onClose } = props;
  const passage = usePassage(surface, asked);
  const box = useRef<HTMLElement>(null);
  usePlace(box, passage);
  // From its first moment: what is asked about comes later, and Escape may come before.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    surface.focus("end");
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape closes what the focus is in
    <section
      ref={box}
      className="ai-card"
      role="dialog"
      aria-label={t("ai.title")}
      tabIndex={-1}
      onKeyDown={onKey}
    >
      <header className="ai-head">
        <h2>{t("ai.title")}</h2>
        <span className="ai-about">{passage && t(`ai.about.${passage.kind}`)}</span>
        <Models />
        <ActionIcon variant="subtle" color="gray" aria-label={t("ai.close")} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </header>
      {passage && <About {...props} passage={passage} />}
    </section>
  );
}

/** The passage that was asked about, as long as the card is there. */
function usePassage(surface: SurfaceHandle, { scope }: Asked): Passage | null {
  const [passage, setPassage] = useState<Passage | null>(null);
  const first = useRef(surface);
  useEffect(() => {
    let isGone = false;
    let taken: Passage | null = null;
    first.current
      .passage?.(scope)
      .then((found) => {
        if (isGone) return found.release();
        taken = found;
        setPassage(found);
      })
      .catch(failed);
    return () => {
      isGone = true;
      taken?.release();
    };
  }, [scope]);
  return passage;
}

/** Where the card is to stand, as the text, the window and what the card says change. */
function usePlace(box: RefObject<HTMLElement | null>, passage: Passage | null): void {
  const isNarrow = useIsNarrow();
  useLayoutEffect(() => {
    const card = box.current;
    const pane = card?.closest(".note-pane");
    if (!card || !pane || isNarrow) return;
    const put = () => {
      const { width, height } = card.getBoundingClientRect();
      const { left, top } = besidePassage(passage?.rect() ?? null, pane.getBoundingClientRect(), {
        width,
        height,
      });
      card.style.insetInlineStart = "auto";
      card.style.left = `${left}px`;
      card.style.top = `${top}px`;
    };
    put();
    const watch = new ResizeObserver(put);
    watch.observe(card);
    watch.observe(pane);
    pane.addEventListener("scroll", put, true);
    return () => {
      watch.disconnect();
      pane.removeEventListener("scroll", put, true);
      card.removeAttribute("style");
    };
  }, [box, passage, isNarrow]);
}

function About({ passage, ...props }: Props & { passage: Passage }) {
  const { noteId, canWrite, onClose } = props;
  const prompts = useQuery(promptsQuery).data ?? [];
  const at = { noteId, asked: props.asked, noted: props.deeds.noted };
  const { deed, start, leave, again, isWaiting, stop, first, answer } = useDeed(passage, at);
  const accept = (proposal: Proposal, way: "replace" | "below") =>
    void putIn(passage, props.surface, proposal, way).then(onClose, failed);
  if (first) return first;
  if (deed === null) return <Choosing kind={passage.kind} prompts={prompts} onChoose={start} />;
  const isChips = deed.way === "title" || deed.way === "tags" || deed.way === "links";
  return (
    <>
      <p className="ai-asked">
        <bdi>{deed.id === "words" ? t("ai.say", { words: deed.name }) : deed.name}</bdi>
      </p>
      {isWaiting && <p className="ai-quiet">{t("ai.phase.saving")}</p>}
      {isChips && answer.proposal ? (
        <>
          <Chips
            kind={deed.way as "title" | "tags" | "links"}
            content={answer.proposal.content}
            onTake={(chosen) => take(deed, chosen, passage, props)}
          />
          <div className="ai-buttons">
            <Small words={t("ai.retry")} run={() => again("again")} />
            <Small words={t("ai.other")} run={leave} />
          </div>
          <Said answer={answer} />
        </>
      ) : (
        <Proposed
          deed={deed}
          answer={answer}
          passage={passage}
          noteId={noteId}
          canWrite={canWrite}
          onAccept={accept}
          onAsk={again}
          onStop={stop}
          onOther={leave}
        />
      )}
    </>
  );
}

function take(deed: Deed, chosen: string, passage: Passage, { deeds, surface }: Props): void {
  if (deed.way === "title") deeds.rename(chosen);
  else if (deed.way === "tags") deeds.addTag(chosen);
  else {
    const link = { type: "wikiLink" as const, props: { title: chosen, alias: "" } };
    const blocks = [{ type: "paragraph", content: [link] }];
    const proposal = { content: `[[${chosen}]]`, blocks, warnings: [], isCut: false };
    putIn(passage, surface, proposal, "below").catch(failed);
  }
}
