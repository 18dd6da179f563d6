/** Other notes and files that are embedded in the text, shown as the reading layer shows them. */
import { type EditorState, Facet } from "@codemirror/state";
import { Decoration, type EditorView, WidgetType } from "@codemirror/view";
import { useMemo } from "react";
import type { Block } from "../../blocks";
import { EmbedView } from "../../render/EmbedView";
import { embedOf } from "../../render/embeds";
import { ReadingContext, useReadingOf } from "../../render/reading";
import { SourceView } from "../../render/SourceView";
import { pictureIn, viewer } from "../../render/viewer";
import { fill, isForShown, left } from "./places";

/** The note that the text is of: what titles mean hangs on it. */
export const noteOf = Facet.define<string, string>({ combine: ([id]) => id ?? "" });

export class Embedded extends WidgetType {
  constructor(
    readonly source: string,
    readonly noteId: string,
    readonly isInline: boolean,
  ) {
    super();
  }
  override eq(other: Embedded): boolean {
    return other.source === this.source && other.noteId === this.noteId && other.isInline === this.isInline;
  }
  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement("span");
    place.className = this.isInline ? "raw-embed note-text is-inline" : "raw-embed note-text";
    place.onmousedown = (event) => {
      if (isForShown(event)) return;
      event.preventDefault();
      const image = pictureIn(event.target);
      if (image) viewer.open(image);
      else {
        view.dispatch({ selection: { anchor: view.posAtDOM(place) } });
        view.focus();
      }
    };
    return fill(view, place, <Shown {...this} />);
  }
  override destroy(place: HTMLElement): void {
    left(place);
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

type Props = Pick<Embedded, "source" | "noteId" | "isInline">;

function Shown({ source, noteId, isInline }: Props) {
  const embed = embedOf(source);
  const target = embed?.target;
  const blocks = useMemo(() => (target === undefined ? [] : [linkTo(target)]), [target]);
  return (
    <ReadingContext value={useReadingOf(noteId, blocks)}>
      {embed ? <EmbedView embed={embed} isInline={isInline} /> : <SourceView src={source} />}
    </ReadingContext>
  );
}

const linkTo = (title: string): Block => ({
  type: "paragraph",
  content: [{ type: "wikiLink", props: { title, alias: "" } }],
});

const EMBED = /!\[\[[^[\]\n]+\]\]/g;

/** The embeds in a line, and whether each is all of its text. */
export function embedsIn(text: string): { at: number; source: string; isInline: boolean }[] {
  return [...text.matchAll(EMBED)]
    .filter(({ 0: source }) => embedOf(source) !== null)
    .map(({ index, 0: source }) => ({
      at: index,
      source,
      isInline:
        !/^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(text.slice(0, index)) ||
        text.slice(index + source.length).trim() !== "",
    }));
}

/** In the place of its source, or below that. */
export const embedded = (state: EditorState, source: string, isInline: boolean) => ({
  there: Decoration.replace({ widget: new Embedded(source, state.facet(noteOf), isInline) }),
  below: Decoration.widget({ widget: new Embedded(source, state.facet(noteOf), isInline), side: 1 }),
});
