/** Text that is pasted as a page of its own: what of it can be taken over, in the shape in which it can be. */
import { fileOfData } from "./dataFile";
import { standing } from "./hrefs";

/** `keep` takes a picture that came within the text, and answers what stands for its address meanwhile. */
export function tidied(html: string, keep: (file: File) => string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  withoutColours(page.body);
  for (const picture of page.querySelectorAll("img")) findPicture(picture, keep);
  for (const link of page.querySelectorAll("a[href]")) {
    const href = standing(link.getAttribute("href") ?? "");
    if (href !== undefined) link.setAttribute("href", href);
  }
  // What plays would be asked for before it could be refused.
  for (const media of page.querySelectorAll("video, audio, embed, source")) {
    const src = standing(media.getAttribute("src") ?? "");
    if (src === undefined) media.removeAttribute("src");
  }
  for (const table of page.querySelectorAll("table")) squareUp(table);
  return page.body.innerHTML;
}

/** The colours of another page say nothing here, and markdown could not keep them. */
function withoutColours(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>("[style]"))
    for (const name of ["color", "background", "background-color"]) element.style.removeProperty(name);
}

/** Pages that show their pictures late have an empty one in their place. */
function findPicture(picture: HTMLImageElement, keep: (file: File) => string): void {
  const src = picture.getAttribute("src") ?? "";
  const late = picture.dataset.src ?? picture.dataset.original ?? "";
  const isEmpty = src === "" || (src.startsWith("data:") && src.length < 200);
  if (isEmpty && /^(?:https?:)?\/\//.test(late)) picture.setAttribute("src", standing(late) ?? src);
  else if (src.startsWith("//")) picture.setAttribute("src", standing(src) ?? src);
  else {
    const file = fileOfData(src, picture.alt);
    if (file !== undefined) picture.setAttribute("src", keep(file));
  }
}

const WIDEST_CELL = 100;

/** All rows as wide as the widest, and no cell larger than the table: what handles cells counts on it. */
function squareUp(table: HTMLTableElement): void {
  for (const row of [...table.rows]) if (row.cells.length === 0) row.remove();
  const rows = [...table.rows];
  const taken = rows.map((): boolean[] => []);
  rows.forEach((row, top) => {
    let left = 0;
    for (const cell of row.cells) {
      while (taken[top]?.[left]) left += 1;
      const height = cell.rowSpan < 1 ? 1 : Math.min(cell.rowSpan, rows.length - top);
      let width = cell.colSpan > WIDEST_CELL ? 1 : cell.colSpan;
      const free = taken[top]?.indexOf(true, left) ?? -1;
      if (free >= 0) width = Math.min(width, free - left);
      for (const line of taken.slice(top, top + height))
        for (let at = 0; at < width; at++) line[left + at] = true;
      Object.assign(cell, { rowSpan: height, colSpan: width });
    }
  });
  const widest = Math.max(0, ...taken.map((line) => line.length));
  rows.forEach((row, top) => {
    for (let at = 0; at < widest; at++)
      if (!taken[top]?.[at]) row.append(table.ownerDocument.createElement("td"));
  });
}
