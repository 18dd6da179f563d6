/** What the service accepts of a block, a cell and a style, as its `block_schema.py` says. */
type Value = string | number | boolean;

const COLOURS = ["textColor", "backgroundColor"];
const COMMON = [...COLOURS, "textAlignment"];
const FILE = ["backgroundColor", "name", "url", "caption"];
const PICTURE = [...FILE, "showPreview", "textAlignment", "previewWidth"];

export const PROPS: Readonly<Record<string, readonly string[]>> = {
  paragraph: COMMON,
  heading: [...COMMON, "level", "isToggleable"],
  bulletListItem: COMMON,
  numberedListItem: [...COMMON, "start"],
  checkListItem: [...COMMON, "checked"],
  toggleListItem: COMMON,
  quote: COMMON,
  codeBlock: ["language"],
  table: ["textColor"],
  image: PICTURE,
  video: PICTURE,
  audio: [...FILE, "showPreview"],
  file: FILE,
  divider: [],
  rawMarkdown: [],
};
export const CELL_PROPS = [...COMMON, "colspan", "rowspan"];
export const STYLES = ["bold", "italic", "underline", "strike", "code", ...COLOURS];
export const INLINE_PROPS: Readonly<Record<string, readonly string[]>> = {
  wikiLink: ["title", "alias"],
  mdInline: ["src"],
};

/** What goes without saying: such a property is left out, as the service does where it derives blocks. */
const USUAL: Readonly<Record<string, Value>> = {
  textColor: "default",
  backgroundColor: "default",
  textAlignment: "left",
  isToggleable: false,
  checked: false,
  showPreview: true,
  language: "",
  name: "",
  caption: "",
  colspan: 1,
  rowspan: 1,
};

/** The properties that are accepted and say something. */
export function sayingProps(
  props: Record<string, unknown> | undefined,
  accepted: readonly string[],
): Record<string, Value> {
  const kept: Record<string, Value> = {};
  for (const name of accepted) {
    const value = props?.[name];
    if (value === undefined || value === null || value === USUAL[name]) continue;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      kept[name] = value;
  }
  return kept;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const INVISIBLE = /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;

/** Whether a link may be kept: relative, or of a scheme that the service lets pass. */
export function mayStand(href: string): boolean {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(href)) return false;
  const bare = href.replace(INVISIBLE, "").replace(/\\/g, "/");
  if (bare.startsWith("//") || /^[^/?#]*&(?:#|colon|tab|newline)/i.test(bare)) return false;
  const scheme = SCHEME.exec(bare)?.[1]?.toLowerCase();
  return scheme === undefined || ["http", "https", "mailto", "tel", "note"].includes(scheme);
}
