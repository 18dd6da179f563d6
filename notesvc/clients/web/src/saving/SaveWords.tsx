/** Whether the note is saved, in words, with what can be done where it is not. */
import { Popover } from "@mantine/core";
import { t } from "../words";
import { exact, said } from "../words/dates";
import type { SaveState } from "./document";
import "./saving.css";

interface Props {
  state: SaveState;
  /** Try again at once. */
  onRetry: () => void;
  onSettle: () => void;
}

export function SaveWords({ state, onRetry, onSettle }: Props) {
  const words = wordsOf(state);
  const why = whyOf(state);
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
            title={isCalm ? (whenOf(state) ?? why) : undefined}
          >
            {words}
          </button>
        </Popover.Target>
        <Popover.Dropdown className="save-why">
          <p>{why}</p>
          {(state.kind === "waiting" || state.kind === "reconnecting") && (
            <button type="button" className="notice-action" onClick={onRetry}>
              {t("saving.tryNow")}
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
}

export function wordsOf(state: SaveState): string {
  if (state.kind === "saving" && state.unsent) return t("saving.savingEdits", { count: state.unsent });
  if (state.kind === "reconnecting" && state.unsent)
    return t("saving.reconnectingEdits", { count: state.unsent });
  if (state.kind !== "waiting") return t(`saving.${state.kind}`);
  if (state.reason === "signedOut") return t("saving.signedOut");
  return t(state.reason === "busy" ? "saving.busy" : "saving.waiting");
}

function whenOf(state: SaveState): string | undefined {
  return state.kind === "saved" && state.at ? exact(state.at) : undefined;
}

function whyOf(state: SaveState): string {
  switch (state.kind) {
    case "saved":
      return t("saving.savedAt", { when: said(state.at) });
    case "waiting":
      return t(`saving.why.${state.reason}`);
    case "refused":
      return refusalOf(state.status, state.message);
    default:
      return t(`saving.why.${state.kind}`);
  }
}

/** Why the service did not take it, and what to do. */
export function refusalOf(status: number, detail: string): string {
  if (status === 404) return t("saving.refusal.gone");
  if (status === 413) return t("saving.refusal.large");
  if (status === 403) return t("saving.refusal.forbidden");
  return t("saving.refusal.invalid", { detail });
}
