/** Bars above a note that say what happened to its text, and offer what to do. */
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { answer, api, type Note } from "../api";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { said } from "../i18n/dates";
import { done, failed } from "../notices";
import { workspaceHasChanged } from "../state/notes";
import { useIsGuest } from "../state/roles";
import { copy } from "../ui/clipboard";
import { Dialog } from "../ui/Dialog";
import { lazyPart } from "../ui/lazyPart";
import { textOf } from "./blockText";
import { saveAsNew } from "./conflict";
import type { Recovery, SaveState } from "./document";
import type { NoteDocument } from "./noteDocument";
import type { Snapshot } from "./noteState";
import { isLost, refusalOf } from "./SaveWords";
import type { RefusedBlock } from "./setAside";
import "./saving.css";

const NONE: RefusedBlock[] = [];

const Differences = lazyPart(async () => ({ default: (await import("./Differences")).Differences }));

interface Props {
  document: NoteDocument;
  view: Snapshot;
  /** What the note is edited on: marks blocks that could not be saved, and leads to one. */
  surface: { mark?(blocks: readonly string[]): void; show?(block: string): void } | null;
  onSettle: () => void;
}

export function SaveBars({ document, view, surface, onSettle }: Props) {
  const { state, recovered, note } = view;
  const waiting = state.kind === "refused" ? state.blocks : NONE;
  useEffect(() => surface?.mark?.(waiting.map(({ id }) => id)), [surface, waiting]);
  return (
    <>
      {state.kind === "conflict" && (
        <div className="save-bar" role="alert">
          <p>{t("saving.why.conflict")}</p>
          <Act name={t("saving.settle")} run={onSettle} />
        </div>
      )}
      {state.kind === "refused" && note && (
        <Refusal
          document={document}
          note={note}
          state={state}
          onShow={surface?.show && ((id) => surface.show?.(id))}
        />
      )}
      {recovered && note && state.kind !== "conflict" && state.kind !== "refused" && (
        <Recovered document={document} recovered={recovered} note={note} surface={view.surface} />
      )}
    </>
  );
}

interface RefusalProps {
  document: NoteDocument;
  note: Note;
  state: Extract<SaveState, { kind: "refused" }>;
  onShow?: (block: string) => void;
}

function Refusal({ document, note, state, onShow }: RefusalProps) {
  const { status, blocks } = state;
  const [first] = blocks;
  const [, go] = useLocation();
  const isGuest = useIsGuest(note.id);
  const text = () =>
    document.snapshot.surface === "raw" ? note.content : textOf((note.richContent ?? []) as Block[]);
  const copyText = () =>
    void copy(text()).then(
      () => done(t("common.copied")),
      (error) => failed(error),
    );
  const asNew = async () => {
    try {
      const made = await saveAsNew(document, note.name);
      document.abandon();
      done(t("saving.savedAsNew"));
      go(to.note(made.id));
    } catch (error) {
      failed(error);
    }
  };
  const restore = async () => {
    try {
      const path = { resource_id: note.id };
      await answer(api.POST("/api/workspace/trash/{resource_id}/restore", { params: { path } }));
      await document.flush("manual");
      await workspaceHasChanged();
    } catch (error) {
      failed(error);
    }
  };
  return (
    <div className="save-bar" role="alert">
      <p>{refusalOf(state, isGuest)}</p>
      <span className="save-bar-acts">
        {status === 404 && !isGuest && <Act name={t("saving.restore")} run={() => void restore()} />}
        {(status === 404 || (isGuest && isLost(status))) && (
          <Act name={t("saving.saveAsNew")} run={() => void asNew()} />
        )}
        {first && onShow && <Act name={t("saving.showBlock")} run={() => onShow(first.id)} />}
        <Act name={t("saving.copyText")} run={copyText} />
      </span>
    </div>
  );
}

interface RecoveredProps {
  document: NoteDocument;
  recovered: Recovery;
  note: Note;
  surface: Snapshot["surface"];
}

function Recovered({ document, recovered, note, surface }: RecoveredProps) {
  const [isSeen, setSeen] = useState(false);
  const text = (one: Note) => (surface === "raw" ? one.content : textOf((one.richContent ?? []) as Block[]));
  return (
    <div className="save-bar" data-kind="quiet" role="status">
      <p>{t("saving.recovered.text", { when: said(new Date(recovered.at).toISOString()) })}</p>
      <span className="save-bar-acts">
        <Act name={t("saving.recovered.see")} run={() => setSeen(true)} />
        <Act name={t("saving.recovered.takeBack")} run={() => document.endRecovery(true)} />
        <Act name={t("saving.recovered.keep")} run={() => document.endRecovery(false)} />
      </span>
      <Dialog opened={isSeen} size="44rem" onClose={() => setSeen(false)} title={t("saving.recovered.title")}>
        <p className="clash-lead">{t("saving.recovered.legend")}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys */}
        <section className="clash-text" tabIndex={0} aria-label={t("saving.recovered.title")}>
          <Suspense fallback={null}>
            <Differences before={text(recovered.before)} after={text(note)} />
          </Suspense>
        </section>
      </Dialog>
    </div>
  );
}

function Act({ name, run }: { name: string; run: () => void }) {
  return (
    <button type="button" className="notice-action" onClick={run}>
      {name}
    </button>
  );
}
