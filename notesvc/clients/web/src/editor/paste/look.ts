/** How an element looks, as far as a note can say it. */

export type Styles = Record<string, boolean | string>;

const STYLE_OF: Readonly<Record<string, string>> = {
  B: "bold",
  STRONG: "bold",
  I: "italic",
  EM: "italic",
  U: "underline",
  INS: "underline",
  S: "strike",
  STRIKE: "strike",
  DEL: "strike",
  CODE: "code",
  KBD: "code",
  SAMP: "code",
  TT: "code",
};

/** The styles within the element, of those around it and its own. */
export function stylesOf(element: Element, around: Styles): Styles {
  const own = STYLE_OF[element.tagName];
  const styles = own === undefined ? { ...around } : { ...around, [own]: true };
  const css = cssOf(element);
  const weight = css["font-weight"];
  if (weight !== undefined)
    set(styles, "bold", weight === "bold" || weight === "bolder" || Number(weight) >= 600);
  if (css["font-style"] !== undefined) set(styles, "italic", css["font-style"] === "italic");
  const line = css["text-decoration-line"] ?? css["text-decoration"] ?? "";
  if (/\bline-through\b/.test(line)) styles.strike = true;
  // The line below a link is the link's.
  if (/\bunderline\b/.test(line) && element.closest("a") === null && element.querySelector("a") === null)
    styles.underline = true;
  return styles;
}

function set(styles: Styles, name: string, isOn: boolean): void {
  if (isOn) styles[name] = true;
  else delete styles[name];
}

/** Raised or lowered, as a page or a word processor says it. */
export function raised(element: Element): "sup" | "sub" | undefined {
  if (element.tagName === "SUP") return "sup";
  if (element.tagName === "SUB") return "sub";
  const align = cssOf(element)["vertical-align"];
  return align === "super" ? "sup" : align === "sub" ? "sub" : undefined;
}

const UNSEEN_TAGS =
  "script style button svg noscript template head title meta link select textarea iframe object";
const UNSEEN = new Set(UNSEEN_TAGS.toUpperCase().split(" "));

export function isUnseen(element: Element): boolean {
  if (UNSEEN.has(element.tagName.toUpperCase()) || element.hasAttribute("hidden")) return true;
  const css = cssOf(element);
  return css.display === "none" || css.visibility === "hidden" || css["mso-hide"] === "all";
}

/** What the element's own `style` says, also what a browser would not know. */
export function cssOf(element: Element): Record<string, string> {
  const said = element.getAttribute("style");
  if (!said) return {};
  return Object.fromEntries(
    said
      .replace(/&quot;/g, '"')
      .split(";")
      .map((each) => each.split(":"))
      .filter((each) => each.length >= 2)
      .map(([name = "", ...value]) => [name.trim().toLowerCase(), value.join(":").trim().toLowerCase()]),
  );
}
