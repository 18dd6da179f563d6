/** `==words==` in a text: what is marked as with a pen. */

const HIGHLIGHT = /(?<![=\\])==(?=[^\s=])[^\n=]*(?:=[^\n=]+)*(?<=[^\s=])==(?!=)/g;

/** How long the sign on either side is. */
export const SIGN = 2;

/** The stretches that are highlighted, signs included, in order. */
export const highlightsOf = (text: string): { start: number; end: number }[] =>
  text.includes("==")
    ? [...text.matchAll(HIGHLIGHT)].map(({ 0: whole, index }) => ({
        start: index,
        end: index + whole.length,
      }))
    : [];
