import { browser } from "../browser.ts";
import { type Mark, read, write } from "../store/settings.ts";

const MOST_PAGES = 500;
const STYLE = "::highlight(notes-clipper) { background-color: #ffe58a; color: #221c10; }";

/** Mark what is selected on the page, and keep the mark by the page's address. */
export async function markSelection(tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (tab?.id === undefined || !tab.url) return;
  const [result] = await browser.scripting.executeScript({ target: { tabId: tab.id }, func: quoteSelection });
  const mark = result?.result as Mark | undefined;
  if (!mark) return;
  const page = pageOf(tab.url);
  const { marks } = await read("marks");
  const { [page]: before = [], ...others } = marks;
  const kept = Object.entries(others).slice(-MOST_PAGES);
  await write({
    marks: {
      ...Object.fromEntries(kept),
      [page]: [...before.filter((each) => each.exact !== mark.exact), mark],
    },
  });
  await paintMarks(tab.id, tab.url);
}

/** The marks of a page. */
export async function marksOf(url: string): Promise<Mark[]> {
  return (await read("marks")).marks[pageOf(url)] ?? [];
}

/** Paint the marks of the page again, without a change to the page itself; answers how many were found. */
export async function paintMarks(tabId: number, url: string): Promise<number> {
  const marks = await marksOf(url);
  if (marks.length === 0) return 0;
  await browser.scripting.insertCSS({ target: { tabId }, css: STYLE });
  const [result] = await browser.scripting.executeScript({ target: { tabId }, args: [marks], func: paint });
  return Number(result?.result ?? 0);
}

function pageOf(url: string): string {
  return url.split("#")[0] ?? url;
}

/** Runs in the page: the selection with 32 letters before and behind it. */
function quoteSelection(): Mark | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const around = (isBefore: boolean) => {
    const other = document.createRange();
    other.selectNodeContents(document.body);
    if (isBefore) other.setEnd(range.startContainer, range.startOffset);
    else other.setStart(range.endContainer, range.endOffset);
    return isBefore ? other.toString().slice(-32) : other.toString().slice(0, 32);
  };
  return { exact: range.toString(), prefix: around(true), suffix: around(false) };
}

/** Runs in the page: finds the quotes in its text and paints them by the browser's own highlights. */
function paint(marks: Mark[]): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; start: number }[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += node.nodeValue ?? "";
  }
  const boundary = (offset: number): [Node, number] | undefined => {
    const place = nodes.findLast(({ start }) => start <= offset);
    return place && [place.node, Math.min(offset - place.start, place.node.nodeValue?.length ?? 0)];
  };
  const found = marks.flatMap(({ exact, prefix, suffix }) => {
    const around = text.indexOf(prefix + exact + suffix);
    const at = around >= 0 ? around + prefix.length : text.indexOf(exact);
    const [start, end] = at < 0 ? [] : [boundary(at), boundary(at + exact.length)];
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    return [range];
  });
  CSS.highlights.set("notes-clipper", new Highlight(...found));
  return found.length;
}
