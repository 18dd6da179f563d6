/** How markdown looks in the raw surface: its signs step back, its words keep the weight that they will have. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const style = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "650" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: tags.monospace, color: "var(--ink)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: "var(--ink-faint)" },
  { tag: [tags.comment, tags.angleBracket, tags.tagName, tags.attributeName], color: "var(--ink-faint)" },
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--code-token-keyword)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--code-token-string)" },
  { tag: [tags.number, tags.bool], color: "var(--code-token-constant)" },
]);

/** Where signs are in sight, the letters say by themselves how large a heading is and where code begins. */
const plain = HighlightStyle.define([
  { tag: tags.heading1, fontSize: "1.25em" },
  { tag: tags.heading2, fontSize: "1.125em" },
  { tag: tags.quote, color: "var(--ink-quiet)" },
  { tag: tags.monospace, backgroundColor: "var(--paper-sunk)" },
]);

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "0.9375rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6", overflow: "visible" },
  ".cm-content": { padding: "0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0" },
  ".raw-selected": { background: "color-mix(in oklch, var(--accent) 26%, transparent)" },
  ".cm-placeholder": { color: "var(--ink-faint)" },
});

export const look: Extension = [theme, syntaxHighlighting(style)];

export const plainLook: Extension = syntaxHighlighting(plain);
