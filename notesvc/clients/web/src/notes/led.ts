/** The places that an address leads to: a heading or a block that a link names, and words that a search met. */
import { type RefObject, useEffect, useRef } from "react";
import type { Match } from "../addresses";
import type { SurfaceHandle } from "../editor/surface";
import { blockNamed, blocksWithId, revealAnchor } from "../render/anchors";
import { isSameId } from "../render/blockIds";
import { forgetMatch, markWhole, revealMatch } from "../search/match";

type Box = RefObject<HTMLDivElement | null>;
type Handle = RefObject<SurfaceHandle | null>;

/** Shows and marks the heading or block that a link has led to, as a place that a search has led to is. */
export function useAnchor(box: Box, anchor: string, isReady: boolean, handle: Handle): void {
  const done = useRef("");
  useEffect(() => {
    if (anchor === "" || done.current === `${anchor} ${isReady}` || !box.current) return;
    done.current = `${anchor} ${isReady}`;
    const found = revealAnchor(box.current, anchor);
    if (found) markWhole(found);
    else if (isReady) handle.current?.reveal(anchor);
    else revealInMarkdown(box.current, anchor);
  }, [anchor, isReady, box, handle]);
  useForgetting(anchor !== "");
}

function revealInMarkdown(box: HTMLElement, anchor: string): void {
  const id = blockNamed(anchor);
  const text = box.textContent ?? "";
  const block = id === undefined ? undefined : blocksWithId(text).find((each) => isSameId(each.id, id));
  const lines = block && text.split("\n").slice(block.first - 1, block.last);
  const words = id === undefined ? `# ${anchor}` : lines?.join("\n");
  if (words) revealMatch(box, { words, after: "" });
}

/** What is marked is so until one writes on, or leaves. */
function useForgetting(isMarked: boolean): void {
  useEffect(() => {
    if (!isMarked) return;
    document.addEventListener("beforeinput", forgetMatch);
    return () => {
      document.removeEventListener("beforeinput", forgetMatch);
      forgetMatch();
    };
  }, [isMarked]);
}

/** Shows the place that a search has led to, in the text to read and again in the surface, until one goes on. */
export function useMatch(box: Box, match: Match | null, isReady: boolean, handle: Handle): void {
  const done = useRef("");
  useEffect(() => {
    const now = `${match?.words} ${match?.after} ${isReady}`;
    if (match === null || done.current === now || !box.current) return;
    done.current = now;
    if (isReady && handle.current?.seek) handle.current.seek(match);
    else revealMatch(box.current, match);
  }, [match, isReady, box, handle]);
  useForgetting(match !== null);
}
