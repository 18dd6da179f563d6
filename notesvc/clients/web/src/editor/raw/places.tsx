/** Places in the text where React shows something, within all that is around the surface. */
import { Facet } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";

export class Places {
  #shown = new Map<HTMLElement, { key: string; shown: ReactNode }>();
  #all: ReactNode[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();

  add(place: HTMLElement, shown: ReactNode): void {
    this.#count += 1;
    this.#shown.set(place, { key: `${this.#count}`, shown });
    this.#tell();
  }

  remove(place: HTMLElement): void {
    if (this.#shown.delete(place)) this.#tell();
  }

  listen = (tell: () => void): (() => void) => {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  };

  all = (): ReactNode[] => this.#all;

  #tell(): void {
    this.#all = [...this.#shown].map(([place, { key, shown }]) => createPortal(shown, place, key));
    for (const tell of this.#listeners) tell();
  }
}

export const placesOf = Facet.define<Places, Places | null>({ combine: ([places]) => places ?? null });

export function Portals({ places }: { places: Places }) {
  const [all, show] = useState(places.all);
  // In the same frame as the text around it.
  useLayoutEffect(() => places.listen(() => show(places.all())), [places]);
  return all;
}

const owners = new WeakMap<HTMLElement, Places>();

/** Have something shown in a place of the text until that is `left`. */
export function fill(view: EditorView, place: HTMLElement, shown: ReactNode): HTMLElement {
  const places = view.state.facet(placesOf);
  if (places === null) return place;
  owners.set(place, places);
  places.add(place, shown);
  // It grows when what it shows has come.
  new ResizeObserver(() => view.requestMeasure()).observe(place);
  return place;
}

export const left = (place: HTMLElement): void => owners.get(place)?.remove(place);

const PLAYS = "a, button, input, audio, video, summary, [role=button]";

/** Whether a press is for what is shown, and does not lead to the source. */
export function isForShown(event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey;
  return !isPlain || (event.target instanceof Element && event.target.closest(PLAYS) !== null);
}
