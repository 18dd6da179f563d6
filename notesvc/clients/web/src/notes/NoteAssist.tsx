/** Proposals of a language model for the note of a pane; nothing of them is fetched where no model is set up. */
import { Suspense, useEffect } from "react";
import type { Note } from "../api";
import type { SurfaceHandle } from "../editor/surface";
import { t, withWords } from "../i18n";
import type { NoteDocument } from "../saving/noteDocument";
import { useAppIdle } from "../shell/appIdle";
import { useCommands } from "../shell/commands";
import { useAiReady } from "../state/ai";
import { assist, useAssist } from "../state/assist";
import { lazyPart } from "../ui/lazyPart";
import { renameTo } from "./Title";
import { noteCommand } from "./useNoteCommands";

const Card = lazyPart(() => withWords(["ai"], () => import("../ai/Card")));
const Commands = lazyPart(() => withWords(["ai"], () => import("../ai/Commands")));

interface Props {
  document: NoteDocument;
  note: Note;
  surface: SurfaceHandle | null;
  isActive: boolean;
}

export function NoteAssist({ document: open, note, surface, isActive }: Props) {
  const isReady = useAiReady(useAppIdle());
  const asked = useAssist();
  const { id } = note;
  useEffect(() => (isReady ? assist.offer(id) : undefined), [isReady, id]);
  const ask = () => assist.open({ noteId: id, scope: "marked" });
  useCommands(isReady && isActive ? [noteCommand("assist", t("notes.do.assist"), ask, "mod+j")] : []);
  if (!isReady) return null;
  const deeds = {
    noted: () => open.noted(),
    rename: (name: string) => void renameTo(open, note.name, name),
    addTag: (tag: string) => addTag(open, tag),
  };
  return (
    <Suspense fallback={null}>
      {isActive && <Commands noteId={id} />}
      {asked?.noteId === id && surface?.passage && (
        <Card
          key={`${asked.scope} ${asked.action} ${asked.promptId}`}
          noteId={id}
          asked={asked}
          surface={surface}
          deeds={deeds}
          canWrite={!open.snapshot.room?.isReader}
          onClose={assist.close}
        />
      )}
    </Suspense>
  );
}

function addTag(open: NoteDocument, tag: string): void {
  const tags = open.snapshot.note?.tags ?? [];
  const has = tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  if (!has) open.edit({ tags: [...tags, tag] });
}
