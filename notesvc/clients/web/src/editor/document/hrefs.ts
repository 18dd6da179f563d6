/** Which addresses a link or a file may have: the rule of the service's `hrefs.py`; both are held to the same examples. */

const SCHEMES = ["http", "https", "mailto", "tel", "note"];
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const REFUSED = /[\p{Cc}\p{Surrogate}]/u;
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;
const ENTITY_ROUNDS = 3;

/** Whether the address is relative, or of a scheme that the service lets pass, however it is disguised. */
export function mayStand(href: string): boolean {
  if (REFUSED.test(href)) return false;
  const bare = decoded(href).replace(INVISIBLE, "").replace(/\\/g, "/");
  if (bare.startsWith("//")) return false;
  const scheme = SCHEME.exec(bare)?.[1]?.toLowerCase();
  return scheme === undefined || SCHEMES.includes(scheme);
}

/** The address as it may stand, where it means one that may; else undefined. */
export function standing(href: string): string | undefined {
  if (mayStand(href)) return href;
  const trimmed = href.trim();
  const whole = trimmed.startsWith("//") ? `https:${trimmed}` : trimmed;
  return mayStand(whole) ? whole : undefined;
}

function decoded(href: string): string {
  let text = href;
  for (let round = 0; round < ENTITY_ROUNDS && text.includes("&"); round++) {
    const page = new DOMParser().parseFromString(text.replace(/</g, "&lt;"), "text/html");
    text = page.body.textContent ?? "";
  }
  return text;
}
