/** The first letters of the first and the last name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = (word = "") => [...new Intl.Segmenter().segment(word)][0]?.segment.toLocaleUpperCase() ?? "";
  return words.length > 1 ? first(words[0]) + first(words.at(-1)) : first(words[0]);
}
