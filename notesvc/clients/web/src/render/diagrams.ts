/** Draws diagrams one after another; the drawing library is loaded for the first one. */

type Scheme = "light" | "dark";

const LONGEST = 50_000;
let last: Promise<unknown> = Promise.resolve();
let count = 0;

/** The diagram as a standalone SVG document. Rejects with what is wrong with the source. */
export function drawn(source: string, scheme: Scheme): Promise<string> {
  const next = last.then(() => draw(source, scheme));
  last = next.catch(() => {});
  return next;
}

async function draw(source: string, scheme: Scheme): Promise<string> {
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
function asDocument(markup: string): string {
  const svg = new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
  if (svg === null) throw new Error("no diagram");
  for (const style of svg.querySelectorAll("style")) style.removeAttribute("nonce");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
  if (width && height) {
    svg.setAttribute("width", String(Math.ceil(width)));
    svg.setAttribute("height", String(Math.ceil(height)));
  }
  return new XMLSerializer().serializeToString(svg);
}
