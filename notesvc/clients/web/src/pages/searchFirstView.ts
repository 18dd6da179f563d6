/** From the results that came with the page to those of the app: nothing moves, and nothing that was typed is lost. */
import { type RefObject, useDeferredValue, useLayoutEffect, useState } from "react";
import { hasFirstView, leaveFirstView } from "../shell/firstView";
import { useFolders } from "../state/folders";
import { usePeople } from "../state/people";
import { useTags } from "../state/tags";

const FIRST = "#first-view .search-page";

interface Page {
  box: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** What was found is there, or there is nothing to wait for. */
  isFound: boolean;
  onTyped: (typed: string) => void;
}

/**
 * The first view stands until all of the page is there; what was typed in it and where somebody was in it goes on. Answers
 * whether what was found is to be put together: once, when all that it shows is known, in steps between which the page answers.
 */
export function useFirstView({ box, field, isFound, onTyped }: Page): boolean {
  const [hadFirstView] = useState(hasFirstView);
  const isKnown = [useTags(), useFolders(), usePeople()].every(({ isPending }) => !isPending);
  const isShown = useDeferredValue(isFound && isKnown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when all of it is there
  useLayoutEffect(() => {
    if (!isShown || !hasFirstView()) return;
    const input = document.querySelector<HTMLInputElement>(`${FIRST} input`);
    const goOn = focusAgain(input, field.current, box.current);
    if (input && input.value !== field.current?.value) onTyped(input.value);
    // What was typed stands in the field by then, and the list by its own rows.
    queueMicrotask(() => {
      leaveFirstView(box.current?.closest<HTMLElement>(".page"));
      goOn();
    });
  }, [isShown]);
  return isShown || !hadFirstView;
}

/** How to put the focus where it is in the first view: into the field, where its caret is, or onto the same result. */
function focusAgain(
  input: HTMLInputElement | null,
  field: HTMLInputElement | null,
  box: HTMLElement | null,
): () => void {
  const { activeElement: active } = document;
  if (input !== null && active === input) {
    const { selectionStart, selectionEnd } = input;
    return () => {
      field?.focus({ preventScroll: true });
      field?.setSelectionRange(selectionStart, selectionEnd);
    };
  }
  const row = active?.closest<HTMLElement>("#first-view li[data-index]");
  const again = `li[data-index="${row?.dataset.index}"] .row-name`;
  return () => {
    if (row) box?.querySelector<HTMLElement>(again)?.focus({ preventScroll: true });
  };
}

/** How high the results are that came with the page: the list stands as theirs before it has measured its own. */
export function useFirstHeights(): (index: number) => number | undefined {
  const [heights] = useState(() =>
    [...document.querySelectorAll(`${FIRST} .rows > li`)].map((row) => row.getBoundingClientRect().height),
  );
  return (index) => heights[index];
}
