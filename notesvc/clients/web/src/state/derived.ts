/** What is made of a list that was read, once for all who ask: each row of a page does. */

/** The function, which answers the same again for the same list. */
export function derived<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const known = new WeakMap<Given, { made: Made }>();
  return (given) => {
    const found = known.get(given) ?? { made: make(given) };
    known.set(given, found);
    return found.made;
  };
}
