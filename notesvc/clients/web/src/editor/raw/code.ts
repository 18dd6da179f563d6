/** Code in fences in the colours of the reading layer, as far as it is in view. */
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Prec, type Range, StateEffect } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import {
  type ColourLine,
  colourLine,
  type GrammarState,
  type Line,
  type LineAndAfter,
  LONGEST,
  languageId,
} from "../../render/highlighter";
import { whenIdle } from "../../ui/idle";

/** Milliseconds that colours may take of a key; what is missing then follows when the page is idle. */
const MOST = 4;
/** Lines that are remembered of a language. */
const KEPT = 4_000;

/** One language: a line that was coloured once is not coloured again. */
export class Colours {
  readonly #known = new Map<string, { before: GrammarState | undefined; found: LineAndAfter }[]>();
  readonly #colour: ColourLine;

  constructor(colour: ColourLine) {
    this.#colour = colour;
  }

  /** Null where the line is not known yet and there is no time for it. */
  of(line: string, before: GrammarState | undefined, mayColour: () => boolean): LineAndAfter | null {
    const known = this.#known.get(line)?.find((each) => isSame(each.before, before));
    if (known !== undefined) return known.found;
    if (!mayColour()) return null;
    const found = this.#colour(line, before);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(line, [...(this.#known.get(line) ?? []), { before, found }]);
    return found;
  }
}

function isSame(one: GrammarState | undefined, other: GrammarState | undefined): boolean {
  if (one === other) return true;
  const [here, there] = [one?.getInternalStack(), other?.getInternalStack()];
  return here !== undefined && there !== undefined && here.equals(there);
}

/** Where each line of the code begins, behind the signs of the quotes and items that it stands in. */
export function codeLines(
  { doc }: EditorState,
  fence: SyntaxNode,
  end: number,
): { from: number; to: number }[] {
  const lines = new Map<number, { from: number; to: number }>();
  for (const node of fence.getChildren("CodeText")) {
    if (node.from > end) break;
    for (let line = doc.lineAt(node.from); ; line = doc.line(line.number + 1)) {
      lines.set(line.number, { from: Math.max(line.from, node.from), to: line.to });
      if (line.to >= Math.min(node.to, end)) break;
    }
  }
  return [...lines.values()];
}

type Languages = Map<string, Colours>;
interface Coloured {
  shown: Range<Decoration>[];
  /** Languages that are not there yet. */
  missing: Set<string>;
  /** From where on there was no time. */
  end: number | null;
}

export function coloured(
  state: EditorState,
  ranges: readonly { from: number; to: number }[],
  languages: Languages,
  mayColour: () => boolean,
): Coloured {
  const found: Coloured = { shown: [], missing: new Set(), end: null };
  for (const { from, to } of ranges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, node }) => {
        if (name !== "FencedCode") return found.end === null;
        const id = languageOf(state, node);
        const colours = id === undefined ? undefined : languages.get(id);
        if (colours) colourFence(state, node, { from, to }, { colours, mayColour, found });
        else if (id !== undefined) found.missing.add(id);
        return false;
      },
    });
  return found;
}

function languageOf(state: EditorState, fence: SyntaxNode): string | undefined {
  const info = fence.getChild("CodeInfo");
  if (info === null || fence.to - fence.from > LONGEST) return undefined;
  return languageId(state.sliceDoc(info.from, info.to).split(/[\s{]/, 1)[0] ?? "");
}

interface How {
  colours: Colours;
  mayColour: () => boolean;
  found: Coloured;
}

function colourFence(
  state: EditorState,
  fence: SyntaxNode,
  view: { from: number; to: number },
  { colours, mayColour, found }: How,
): void {
  let before: GrammarState | undefined;
  for (const { from, to } of codeLines(state, fence, view.to)) {
    const line = found.end === null ? colours.of(state.sliceDoc(from, to), before, mayColour) : null;
    if (line === null) {
      found.end ??= from;
      return;
    }
    if (to >= view.from) found.shown.push(...marksOf(line.parts, from));
    before = line.after;
  }
}

function marksOf(parts: Line, start: number): Range<Decoration>[] {
  let at = start;
  return parts.flatMap(({ text, colour, isItalic }) => {
    const from = at;
    at += text.length;
    const isPlain = colour === undefined || colour === "var(--code-foreground)";
    if (text.trim() === "" || (isPlain && !isItalic)) return [];
    return [markOf(colour ?? "inherit", isItalic).range(from, at)];
  });
}

const marks = new Map<string, Decoration>();

function markOf(colour: string, isItalic: boolean): Decoration {
  const style = `color: ${colour}${isItalic ? "; font-style: italic" : ""}`;
  const mark = marks.get(style) ?? Decoration.mark({ attributes: { style } });
  marks.set(style, mark);
  return mark;
}

/** Of all surfaces of the page. */
const languages: Languages = new Map();
/** Look again: a grammar has come, or there is time. */
const anew = StateEffect.define<null>();

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet = Decoration.none;
    readonly #view: EditorView;
    readonly #asked = new Set<string>();
    #cancel: (() => void) | null = null;
    #isHere = true;

    constructor(view: EditorView) {
      this.#view = view;
      this.#look();
    }

    update(update: ViewUpdate): void {
      const isRead = syntaxTree(update.startState) !== syntaxTree(update.state);
      const isAsked = update.transactions.some((each) => each.effects.some((effect) => effect.is(anew)));
      if (update.docChanged) this.decorations = this.decorations.map(update.changes);
      if (update.docChanged || update.viewportChanged || isRead || isAsked) this.#look();
    }

    destroy(): void {
      this.#isHere = false;
      this.#cancel?.();
    }

    #look(): void {
      const end = performance.now() + MOST;
      const { state, visibleRanges } = this.#view;
      const found = coloured(state, visibleRanges, languages, () => performance.now() < end);
      const isKept = (from: number) => found.end !== null && from >= found.end;
      this.decorations = this.decorations.update({ filter: isKept, add: found.shown, sort: true });
      for (const id of found.missing) this.#load(id);
      this.#cancel?.();
      this.#cancel = found.end === null ? null : whenIdle(() => this.#again(), 500);
    }

    #load(id: string): void {
      if (this.#asked.has(id)) return;
      this.#asked.add(id);
      // Code is there to be read without its colours.
      colourLine(id).then(
        (colour) => {
          if (!languages.has(id)) languages.set(id, new Colours(colour));
          this.#again();
        },
        () => {},
      );
    }

    #again(): void {
      if (this.#isHere) this.#view.dispatch({ effects: anew.of(null) });
    }
  },
  { decorations: (each) => each.decorations },
);

/** Within what the grammar of markdown says of all code alike. */
export const codeColours: Extension = Prec.highest(plugin);
