/** Whether the note is saved, in words, with what can be done where it is not. */
import { Popover } from "@mantine/core";
import { memo, useState } from "react";
import { t } from "../i18n";
import { exact, said } from "../i18n/dates";
import { useIsNarrow } from "../ui/narrow";
import type { SaveState } from "./document";
import { loadAgain } from "./lifecycle";
import "./saving.css";

interface Props {
  state: SaveState;
  /** The note is somebody else's. */
  isGuest?: boolean;
  /** Try again at once. */
  onRetry: () => void;
  onSettle: () => void;
}

export const SaveWords = memo(function SaveWords({ state, isGuest = false, onRetry, onSettle }: Props) {
  const words = wordsOf(state, useIsNarrow());
  // Said only to whoever comes near: the words of a moment take a while to make.
  const [isNear, setNear] = useState(false);
  const near = () => setNear(true);
  const isCalm = state.kind === "saved" || state.kind === "saving" || state.kind === "unsaved";
  return (
    <>
      <span className="sr-only" aria-live="polite">
        {state.kind === "saving" || state.kind === "unsaved" ? "" : words}
      </span>
      <Popover width={288} position="bottom-end" withinPortal shadow="md" trapFocus={false}>
        <Popover.Target>
          <button
            type="button"
            className="save-words"
            data-kind={state.kind}
            title={isNear && isCalm ? (whenOf(state) ?? whyOf(state, isGuest)) : undefined}
            onPointerEnter={near}
            onFocus={near}
          >
            {words}
          </button>
        </Popover.Target>
        <Popover.Dropdown className="save-why">
          <Why state={state} isGuest={isGuest} />
          {(state.kind === "waiting" || state.kind === "reconnecting") && (
            <button type="button" className="notice-action" onClick={onRetry}>
              {t("saving.tryNow")}
            </button>
          )}
          {state.kind === "old" && (
            <button type="button" className="notice-action" onClick={loadAgain}>
              {t("saving.old")}
            </button>
          )}
          {state.kind === "conflict" && (
            <button type="button" className="notice-action" onClick={onSettle}>
              {t("saving.settle")}
            </button>
          )}
        </Popover.Dropdown>
      </Popover>
    </>
  );
});

function Why({ state, isGuest }: Pick<Props, "state"> & { isGuest: boolean }) {
  return <p>{whyOf(state, isGuest)}</p>;
}

export function wordsOf(state: SaveState, isShort = false): string {
  if (state.kind === "saving" && state.unsent) return t("saving.savingEdits", { count: state.unsent });
  if (state.kind === "reconnecting" && state.unsent)
    return t("saving.reconnectingEdits", { count: state.unsent });
  if (state.kind !== "waiting") return t(`saving.${state.kind}`);
  if (state.reason === "signedOut") return t("saving.signedOut");
  if (state.isLocal) return t(isShort ? "saving.local" : "saving.localUntil");
  return t(state.reason === "busy" ? "saving.busy" : "saving.waiting");
}

function whenOf(state: SaveState): string | undefined {
  return state.kind === "saved" && state.at ? exact(state.at) : undefined;
}

function whyOf(state: SaveState, isGuest: boolean): string {
  switch (state.kind) {
    case "saved":
      return t("saving.savedAt", { when: said(state.at) });
    case "waiting":
      return t(`saving.why.${state.isLocal ? "local" : state.reason}`);
    case "refused":
      return refusalOf(state, isGuest);
    default:
      return t(`saving.why.${state.kind}`);
  }
}

/** For somebody else's note: the right to it, or to write in it, is gone. */
export const isLost = (status: number): boolean => status === 404 || status === 403;

/** Why the service did not take it, and what to do. */
export function refusalOf(state: Extract<SaveState, { kind: "refused" }>, isGuest: boolean): string {
  const { status, message: detail, blocks } = state;
  const [first] = blocks;
  if (first)
    return t(first.isAddress ? "saving.refusal.address" : "saving.refusal.block", {
      count: blocks.length,
      detail: first.message,
    });
  if (isGuest && isLost(status)) return t(status === 404 ? "saving.refusal.lost" : "saving.refusal.reading");
  if (status === 404) return t("saving.refusal.gone");
  if (status === 413) return t("saving.refusal.large");
  if (status === 403) return t("saving.refusal.forbidden");
  return t("saving.refusal.invalid", { detail });
}
