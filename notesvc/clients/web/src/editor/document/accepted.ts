/** What the service accepts of a block, a cell and a style, as its `block_schema.py` says. */
import { mayStand } from "./hrefs";

type Value = string | number | boolean;
type Fits = (value: Value) => boolean;
type Kinds = Readonly<Record<string, Fits>>;

const isString: Fits = (value) => typeof value === "string";
const isSwitch: Fits = (value) => typeof value === "boolean";
const isAlignment: Fits = (value) => ["left", "center", "right", "justify"].includes(value as string);
const isAddress: Fits = (value) => typeof value === "string" && mayStand(value);
const isWidth: Fits = (value) => typeof value === "number" && value >= 0 && value < 1e9;
const wholeFrom =
  (least: number, most: number): Fits =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const COLOURS = { textColor: isString, backgroundColor: isString };
const COMMON = { ...COLOURS, textAlignment: isAlignment };
const FILE = { backgroundColor: isString, name: isString, url: isAddress, caption: isString };
const PICTURE = { ...FILE, showPreview: isSwitch, textAlignment: isAlignment, previewWidth: isWidth };

export const PROPS: Readonly<Record<string, Kinds>> = {
  paragraph: COMMON,
  heading: { ...COMMON, level: wholeFrom(1, 6), isToggleable: isSwitch },
  bulletListItem: COMMON,
  numberedListItem: { ...COMMON, start: wholeFrom(0, 999_999_999) },
  checkListItem: { ...COMMON, checked: isSwitch },
  toggleListItem: COMMON,
  quote: COMMON,
  codeBlock: { language: isString },
  table: { textColor: isString },
  image: PICTURE,
  video: PICTURE,
  audio: { ...FILE, showPreview: isSwitch },
  file: FILE,
  divider: {},
  rawMarkdown: {},
};
export const CELL_PROPS: Kinds = { ...COMMON, colspan: wholeFrom(1, 1_000), rowspan: wholeFrom(1, 1_000) };
export const STYLES: Kinds = {
  bold: isSwitch,
  italic: isSwitch,
  underline: isSwitch,
  strike: isSwitch,
  code: isSwitch,
  ...COLOURS,
};
export const INLINE_PROPS: Readonly<Record<string, readonly string[]>> = {
  wikiLink: ["title", "alias"],
  mdInline: ["src"],
};
/** How deep blocks may lie in one another. */
export const MOST_DEEP = 32;

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
export function sayingProps(props: Record<string, unknown> | undefined, kinds: Kinds): Record<string, Value> {
  const kept: Record<string, Value> = {};
  for (const [name, fits] of Object.entries(kinds)) {
    const value = props?.[name];
    if (value === undefined || value === null || value === USUAL[name]) continue;
    const said = typeof value === "string" && name !== "url" ? acceptedText(value) : (value as Value);
    if (fits(said)) kept[name] = said;
  }
  return kept;
}

/** The text without what no text may hold: NUL, and halves of signs that are written in two. */
export const acceptedText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, "");

/** The id where it may be one; the service gives another to a block without. */
export const acceptedId = (id: string | undefined): string | undefined =>
  id === undefined || [...id].length > 64 || /[\p{Surrogate}\u0000-\u001f\u007f]/u.test(id) ? undefined : id;
