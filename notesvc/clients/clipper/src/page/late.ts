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
const LATE_SETS = ["data-srcset", "data-lazy-srcset"];
const ADDRESS = /^[^\s{[]*(?:\/|\.[a-z]{3,4}$)\S*$/i;

/** Put every picture in its place, as its reader sees it. */
export function showLate(root: Element): void {
  for (const fallback of root.querySelectorAll("noscript")) putFallback(fallback);
  for (const image of root.querySelectorAll("img")) {
    const address = LATE.map((name) => image.getAttribute(name) ?? "").find((value) => ADDRESS.test(value));
    const late = address ?? addressInJson(image.getAttribute("data-attrs"));
    const set = LATE_SETS.map((name) => image.getAttribute(name)).find((value) => value);
    const [first] = (image.closest("picture")?.querySelector("source")?.srcset ?? "").trim().split(/[\s,]/);
    if (late) image.setAttribute("src", late);
    else if (first && !image.hasAttribute("src")) image.setAttribute("src", first);
    if (set) image.setAttribute("srcset", set);
    // Whoever reads on finds nothing else to put in its place.
    for (const name of [...LATE, ...LATE_SETS, "data-attrs", "loading"]) image.removeAttribute(name);
  }
}

function addressInJson(text: string | null): string {
  if (!text?.startsWith("{")) return "";
  try {
    const { src } = JSON.parse(text) as { src?: unknown };
    return typeof src === "string" ? src : "";
  } catch {
    return "";
  }
}

/** The picture for browsers that run no scripts takes the place of the one right before it. */
function putFallback(fallback: Element): void {
  // With scripts a browser reads what is in it as text.
  const html = fallback.querySelector("img") ? fallback.innerHTML : (fallback.textContent ?? "");
  const image = new DOMParser().parseFromString(html, "text/html").querySelector("img");
  if (image === null || isPixel(image)) return;
  const before = fallback.previousElementSibling;
  const isBeside = before !== null && !fallback.previousSibling?.textContent?.trim();
  if (isBeside && before.matches("img")) before.remove();
  fallback.replaceWith(fallback.ownerDocument.importNode(image));
}

const isPixel = (image: Element): boolean =>
  ["width", "height"].every((name) => ["0", "1"].includes(image.getAttribute(name) ?? ""));
