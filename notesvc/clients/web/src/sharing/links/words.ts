/** What is said of a public link. */

import { Problem } from "../../api";
import { t } from "../../i18n";
import { said } from "../../i18n/dates";
import type { Share } from "../../state/shares";
import { errorOfCall, wait } from "../../ui/formErrors";

/** Whether something can be read by the address, and why not. */
export type Shown = Share["state"] | "trash" | "freezing";

export function shownAs({ state, inTrash, frozenAt }: Share): Shown {
  if (state !== "active") return state;
  if (inTrash) return "trash";
  return frozenAt === null ? "freezing" : "active";
}

/** The facts of a link, in the order in which they are read. */
export function factsOf(share: Share): string[] {
  const { frozenAt, kind, pages, views, hasPassword, expiresAt, viewsLeft, heldFiles } = share;
  const facts = [
    frozenAt === null ? t("shares.notFrozen") : t("shares.frozen", { when: said(frozenAt) }),
    kind === "site" && frozenAt !== null && t("shares.pages", { count: pages }),
    t("shares.views", { count: views }),
    hasPassword && t("shares.protected"),
    expiresAt !== null && t("shares.ends", { when: said(expiresAt) }),
    viewsLeft !== null && t("shares.left", { count: viewsLeft }),
    heldFiles > 0 && t("shares.held", { count: heldFiles }),
  ];
  return facts.filter((fact) => fact !== false);
}

/** The same in a list: counts, and what makes the owner come back to it. */
export function rowFactsOf(share: Share): string[] {
  const { views, viewsLeft, heldFiles, hasPassword, expiresAt, state } = share;
  const isLive = state !== "revoked";
  const facts = [
    t("shares.views", { count: views }),
    isLive && viewsLeft !== null && t("shares.left", { count: viewsLeft }),
    isLive && hasPassword && t("shares.protected"),
    isLive && expiresAt !== null && t("shares.ends", { when: said(expiresAt) }),
    heldFiles > 0 && t("shares.held", { count: heldFiles }),
  ];
  return facts.filter((fact) => fact !== false);
}

/** Why a link was not made or not frozen anew. */
export function errorOfFreeze(error: unknown): string {
  const retryAfter = error instanceof Problem ? error.retryAfter : null;
  const isFull = error instanceof Problem && error.errors.some(({ message }) => message.includes("already"));
  return errorOfCall(error, {
    rate_limited: t("shares.tooOften", { wait: wait(retryAfter ?? 3_600) }),
    ...(isFull && { invalid_input: t("shares.full") }),
  });
}
