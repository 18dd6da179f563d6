// @vitest-environment jsdom
import { expect, it } from "vitest";
import { markdownOf } from "../../src/editor/document/markdownOut";
import { blocksOfHtml } from "../../src/editor/paste/blocksOfHtml";

const read = (html: string) => markdownOf(blocksOfHtml(html, () => "kept:0")).trimEnd();
const noteRef = (number: number) =>
  `<a style='mso-footnote-id:ftn${number}' href="#_ftn${number}" name="_ftnref${number}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[${number}]</span><![endif]></span></span></a>`;
const note = (number: number, said: string) =>
  `<div style='mso-element:footnote' id=ftn${number}><p class=MsoFootnoteText><a style='mso-footnote-id:ftn${number}' href="#_ftnref${number}" name="_ftn${number}" title=""><span class=MsoFootnoteReference>[${number}]</span></a> ${said}<o:p></o:p></p></div>`;
const notes = (said: string) =>
  `<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>${said}</div>`;

it.each([
  [
    "footnotes",
    `<p class=MsoNormal>One${noteRef(1)} and two${noteRef(2)}.</p>${notes(note(1, "As <b>all</b> know.") + note(2, "Not so."))}`,
    "One[^1] and two[^2].\n\n[^1]: As **all** know.\n\n[^2]: Not so.",
  ],
  [
    "comments",
    `<p class=MsoNormal>See <a style='mso-comment-reference:A_1;mso-comment-date:20260301T1000'>this</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[A1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span>.</p><div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><span style='mso-comment-author:"Ann"'></span><p class=MsoCommentText><span class=MsoCommentReference><a class=msocomoff href="#_msoanchor_1">[A1]</a></span>Is that so?</p></div></div></div>`,
    "See this.",
  ],
  [
    "tracked changes",
    `<p class=MsoNormal>It is <del cite="mailto:Ann" datetime="2026-03-01T10:00">old</del><span class=msoIns><ins cite="mailto:Ann" datetime="2026-03-01T10:00">new</ins></span> here.</p>`,
    "It is new here.",
  ],
])("Word: %s are what the text says", (_, html, markdown) => expect(read(html)).toBe(markdown));

it("insertions and deletions of other pages are shown as they are", () => {
  expect(read("<p>a <ins>b</ins> <del datetime=2026-03-01>c</del></p>")).toBe("a <u>b</u> ~~c~~");
});

it.each([
  ["<p>a<sup id=r><a href='#n'>1</a></sup></p><ol><li id=n>b <a href='#r'>↩</a></ol>", "a[^1]\n\n[^1]: b"],
  [
    "<p>a<sup><a href='#n' id=r>1</a></sup></p><p id=n><a href='#r'>1</a> b</p><p>c</p>",
    "a[^1]\n\n[^1]: b\n\nc",
  ],
  ["<p>a<sup><a href='#n' id=r>1</a></sup></p><p id=n>b</p>", "a<sup>1</sup>\n\nb"],
  ["<p><a href='#n' id=r>part</a></p><p id=n>b <a href='#r'>up</a></p>", "part\n\nb up"],
])("footnotes lead there and back: %s", (html, markdown) => expect(read(html)).toBe(markdown));

it("the first row of a table is bold by itself", () => {
  const rows = "<tr><td><b>Item</b><td>Price</tr><tr><td><b>Pen</b><td>2</tr>";
  expect(read(`<table>${rows}</table>`)).toBe("| Item | Price |\n| --- | --- |\n| **Pen** | 2 |");
});
