/** Short words at the foot of the page: what was done, with Undo, and what failed. */
import { createElement } from "react";
import { inTurn, t } from "./i18n";
import { sentence } from "./i18n/problem";
import { untilFetched } from "./untilFetched";

let ask = () => {};
/** Comes when there is something to say: the place for notices is not shown before that, or before the app is at rest. */
export const firstNotice = new Promise<void>((resolve) => {
  ask = resolve;
});

/** What is to be said while their code cannot be fetched is said once it can. */
async function noticesOf() {
  ask();
  return (await untilFetched(() => import("@mantine/notifications"))).notifications;
}

/** Say that something was done; `undo` is offered for ten seconds. */
export function done(message: string, undo?: () => void): void {
  const id = `done-${Date.now()}-${Math.random()}`;
  const take = () => {
    void noticesOf().then((notices) => notices.hide(id));
    undo?.();
  };
  const button =
    undo &&
    createElement("button", { type: "button", className: "notice-action", onClick: take }, t("common.undo"));
  const shown = createElement("span", { className: "notice" }, message, button);
  const autoClose = undo ? 10_000 : 4_000;
  void noticesOf().then((notices) => notices.show({ id, message: shown, autoClose, ...look() }));
}

/** Say that something did not work, why, and what to do next: unlike what a page reads, nothing is done again by itself. */
export function failed(error: unknown, what?: string): void {
  const why = sentence(error, { unreachable: t("common.problem.unanswered") });
  warned(inTurn(what, why));
}

/** Say what went wrong in words of one's own. */
export function warned(message: string): void {
  const grave = { color: "var(--danger)", autoClose: 10_000, role: "alert" };
  void noticesOf().then((notices) => notices.show({ message, ...grave, ...look() }));
}

const look = () => ({ withBorder: false, closeButtonProps: { "aria-label": t("common.close") } });
