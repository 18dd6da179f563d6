/** A formula. The typesetter comes when the first formula is shown; until then its source stands there. */
import { useLayoutEffect, useRef, useState } from "react";
import { untilFetched } from "../untilFetched";
import { useReading } from "./reading";

type Katex = typeof import("katex");
let katex: Katex | null = null;
let coming: Promise<Katex> | null = null;

/** What nearly every formula is made of: without it, a line is of another width. */
const FONTS = ["1em KaTeX_Main", "italic 1em KaTeX_Math"];

/** The typesetter with its fonts. Rejects where it cannot be had. */
export function typesetter(): Promise<Katex> {
  coming ??= Promise.all([import("katex"), import("katex/dist/katex.min.css")]).then(async ([module]) => {
    await Promise.allSettled(FONTS.map((font) => document.fonts.load(font)));
    katex = module;
    return module;
  });
  coming.catch(() => {
    coming = null;
  });
  return coming;
}

// `trust` off: no links, no HTML, no styles from the formula; the limits keep it from growing without end.
const LIMITS = { trust: false, maxSize: 20, maxExpand: 500, strict: "ignore", throwOnError: true } as const;
const LONGEST = 20_000;

interface Props {
  tex: string;
  isBlock: boolean;
  /** As written, with its dollar signs. */
  source: string;
}

export function Maths({ tex, isBlock, source }: Props) {
  const { isStatic } = useReading();
  const place = useRef<HTMLSpanElement>(null);
  const [mistake, setMistake] = useState("");
  // Before it is painted, where the typesetter is there.
  useLayoutEffect(() => {
    let isHere = true;
    const set = (module: Katex) => {
      if (isHere && place.current) setMistake(typeset(module, tex, place.current, isBlock, source));
    };
    if (isStatic || tex.length > LONGEST) return;
    if (katex) set(katex);
    else void untilFetched(typesetter).then(set);
    return () => {
      isHere = false;
    };
  }, [tex, isBlock, source, isStatic]);
  const Tag = isBlock ? "div" : "span";
  return (
    <Tag className={isBlock ? "maths is-block" : "maths"} dir="ltr" data-tex={isStatic ? tex : undefined}>
      <span key={`${tex} ${isBlock}`} ref={place}>
        <code className="raw-inline">{source}</code>
      </span>
      {mistake && (
        <span className="mistake" role="note">
          {mistake}
        </span>
      )}
    </Tag>
  );
}

/** The same outside of React: `done` is told when the place has the size that it keeps. */
export function setMaths(place: HTMLElement, { tex, isBlock, source }: Props, done: () => void): void {
  const inner = document.createElement("span");
  inner.textContent = source;
  place.replaceChildren(inner);
  if (tex.length > LONGEST) return;
  const set = (module: Katex) => {
    const mistake = typeset(module, tex, inner, isBlock, source);
    if (mistake !== "") {
      const note = document.createElement("span");
      note.className = "mistake";
      note.textContent = mistake;
      place.append(note);
    }
    done();
  };
  if (katex) set(katex);
  else void untilFetched(typesetter).then(set);
}

/** Returns what is wrong with the formula, or nothing. */
function typeset(module: Katex, tex: string, place: HTMLElement, isBlock: boolean, source: string): string {
  const set = document.createElement("span");
  try {
    module.default.render(tex, set, { ...LIMITS, displayMode: isBlock });
  } catch (error) {
    const code = document.createElement("code");
    code.className = "raw-inline";
    code.textContent = source;
    place.replaceChildren(code);
    return error instanceof Error ? error.message.replace(/^KaTeX parse error: /, "") : "";
  }
  place.replaceChildren(...set.childNodes);
  return "";
}
