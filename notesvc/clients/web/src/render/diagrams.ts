/** Draws diagrams one after another; the drawing library is loaded for the first one. */

type Scheme = "light" | "dark";

const LONGEST = 50_000;
let last: Promise<unknown> = Promise.resolve();
let count = 0;

/** A diagram as a picture: a standalone SVG document, and its size in pixels. */
export interface Diagram {
  svg: string;
  width: number | undefined;
  height: number | undefined;
}

const KEPT = 30;
const kept = new Map<string, Diagram>();

/** The diagram. Rejects with what is wrong with the source. */
export function drawn(source: string, scheme: Scheme): Promise<Diagram> {
  const next = last.then(async () => {
    const diagram = drawnBefore(source, scheme) ?? (await draw(source, scheme));
    kept.set(`${scheme} ${source}`, diagram);
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    return diagram;
  });
  last = next.catch(() => {});
  return next;
}

/** What was drawn of it not long ago: the text to read and its surface show the same. */
export const drawnBefore = (source: string, scheme: Scheme): Diagram | undefined =>
  kept.get(`${scheme} ${source}`);

async function draw(source: string, scheme: Scheme): Promise<Diagram> {
  const mermaid = (await import("mermaid")).default;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: LONGEST,
    theme: scheme === "dark" ? "dark" : "neutral",
    // A picture cannot use the page's fonts: measure with the ones it will be shown in.
    fontFamily: "system-ui, sans-serif",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  });
  count += 1;
  return withNonce(async () => asDocument((await mermaid.render(`diagram-${count}`, source)).svg));
}

/** The policy asks each style element for the nonce: those on the page while a diagram is measured, and parsed ones. */
async function withNonce<T>(work: () => Promise<T>): Promise<T> {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const create = document.createElement;
  const parse = DOMParser.prototype.parseFromString;
  document.createElement = function createWithNonce(this: Document, name: string, options?: never) {
    const element = create.call(this, name, options);
    if (name === "style") element.nonce = nonce;
    return element;
  } as typeof document.createElement;
  DOMParser.prototype.parseFromString = function parseWithNonce(markup, type) {
    return parse.call(this, String(markup).replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`), type);
  };
  try {
    return await work();
  } finally {
    document.createElement = create;
    DOMParser.prototype.parseFromString = parse;
  }
}

/** What the library writes is HTML; a picture must be well-formed XML of a known size. */
function asDocument(markup: string): Diagram {
  const svg = new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
  if (svg === null) throw new Error("no diagram");
  for (const style of svg.querySelectorAll("style")) style.removeAttribute("nonce");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
  const size = {
    width: width ? Math.ceil(width) : undefined,
    height: height ? Math.ceil(height) : undefined,
  };
  if (size.width && size.height) {
    svg.setAttribute("width", String(size.width));
    svg.setAttribute("height", String(size.height));
  }
  return { ...size, svg: new XMLSerializer().serializeToString(svg) };
}
