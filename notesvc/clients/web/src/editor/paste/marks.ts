/** What a mender has read of an element that the page itself does not say in words: a piece of markdown, or a file. */

export interface Piece {
  markdown: string;
  /** Whether it stands by itself, or within a line. */
  isBlock: boolean;
}

/** Beside the page, not in it: nothing that comes by the clipboard can claim to be one. */
const pieces = new WeakMap<Element, Piece>();

export const pieceOf = (element: Element): Piece | undefined => pieces.get(element);

/** An element that says this piece stands in the place of what was there. */
export function putPiece(place: Element, piece: Piece): void {
  const stands = place.ownerDocument.createElement(piece.isBlock ? "div" : "span");
  pieces.set(stands, piece);
  place.replaceWith(stands);
}
