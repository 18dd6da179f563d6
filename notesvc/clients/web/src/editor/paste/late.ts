/** Pages that show their pictures late have something else in their place until then. */

const LATE = [
  "data-src",
  "data-lazy-src",
  "data-lazy",
  "data-original",
  "data-original-src",
  "data-actualsrc",
  "data-echo",
];
const SETS = ["srcset", "data-srcset", "data-lazy-srcset"];
const WHOLE = /^(?:https?:)?\/\/\S+$/;

/** Where the picture is that a reader sees; a paste has no page that a part of an address would belong to. */
export function addressOf(image: Element): string {
  const said = (name: string) => image.getAttribute(name) ?? "";
  const first = image.closest("picture")?.querySelector("source")?.getAttribute("srcset") ?? "";
  const late = [
    ...SETS.map((name) => widest(said(name))),
    ...LATE.map(said),
    inJson(said("data-attrs")),
    said("src") === "" ? (first.trim().split(/[\s,]/)[0] ?? "") : "",
  ];
  return late.find((address) => WHOLE.test(address)) ?? said("src");
}

/** The picture for browsers that run no scripts takes the place of the one right before it. */
export function putFallback(found: Element): void {
  const image = found.querySelector("img");
  if (image === null || isPixel(image)) return;
  const before = found.previousElementSibling;
  if (before?.matches("img") && !found.previousSibling?.textContent?.trim()) before.remove();
  found.replaceWith(image);
}

function widest(set: string): string {
  const found = [...set.matchAll(/([^\s,]\S*)\s+(\d{1,6})w(?=[\s,]|$)/g)];
  return found.sort(([, , one], [, , other]) => Number(other) - Number(one))[0]?.[1] ?? "";
}

function inJson(text: string): string {
  try {
    const { src } = JSON.parse(text || "{}") as { src?: unknown };
    return typeof src === "string" ? src : "";
  } catch {
    return "";
  }
}

const isPixel = (image: Element): boolean =>
  ["width", "height"].every((name) => ["0", "1"].includes(image.getAttribute(name) ?? ""));
