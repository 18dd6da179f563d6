const MOST_CELLS = 50;

/** Markdown's tables know no cell that reaches further: the cells that it reaches over are there, and empty. */
export function fillSpans(root: Element): void {
  for (const table of root.querySelectorAll("table")) {
    if (table.querySelector("table") || !table.querySelector("[rowspan],[colspan]")) continue;
    let below: number[] = [];
    for (const row of table.querySelectorAll("tr")) below = fillRow(row, below);
  }
}

/** `below` says for each column how many more rows a cell above reaches; answers the same for the next row. */
function fillRow(row: Element, below: readonly number[]): number[] {
  const next: number[] = [];
  const cells = [...row.children];
  while (cells.length > 0 || (below[next.length] ?? 0) > 0) {
    const left = below[next.length] ?? 0;
    const cell = left > 0 ? undefined : cells.shift();
    if (cell) next.push(...spread(cell));
    else {
      row.insertBefore(row.ownerDocument.createElement("td"), cells[0] ?? null);
      next.push(left - 1);
    }
  }
  return next;
}

/** Put empty cells behind one that is wider; answers how many rows each of them reaches down. */
function spread(cell: Element): number[] {
  const [width, height] = [reachOf(cell, "colspan"), reachOf(cell, "rowspan")];
  for (let column = 1; column < width; column++) cell.after(cell.ownerDocument.createElement(cell.tagName));
  cell.removeAttribute("colspan");
  cell.removeAttribute("rowspan");
  return Array.from({ length: width }, () => height - 1);
}

function reachOf(cell: Element, name: string): number {
  return Math.min(MOST_CELLS, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? "1", 10) || 1));
}

/** A table's first row is bold by itself. */
export function plainHeads(root: Element): void {
  for (const cell of root.querySelectorAll("table tr:first-child > :is(td, th)")) {
    const bold = cell.closest("tbody")?.previousElementSibling?.matches("thead")
      ? null
      : cell.querySelector("b, strong");
    if (bold?.textContent?.trim() === cell.textContent?.trim()) bold?.replaceWith(...bold.childNodes);
  }
}
