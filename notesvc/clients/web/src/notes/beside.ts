/** Two notes side by side: what of the address says which. */
import type { MouseEvent } from "react";

export const besideOf = (search: string): string | null => new URLSearchParams(search).get("beside") || null;

export const withBeside = (path: string, id: string): string => `${path}?beside=${encodeURIComponent(id)}`;

/** Alt with a click on a link to a note opens that note beside this one. */
export function onBesideClick(event: MouseEvent<HTMLElement>, open: (id: string) => void): void {
  if (!event.altKey || event.button !== 0) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='/notes/']");
  const id = link && /^\/notes\/([^/?#]+)/.exec(link.getAttribute("href") ?? "")?.[1];
  if (!id) return;
  event.preventDefault();
  event.stopPropagation();
  open(id);
}
