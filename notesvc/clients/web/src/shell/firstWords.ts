/** What is typed between asking for a new note and its title being there: it is the title's, and behind Enter the text's. */
const FIELDS = "input, textarea, select, [contenteditable=true]";

let held: string | null = null;
/** What had the focus then: its keys are no longer for it. */
let before: Element | null = null;
let forText = "";

/** A new note was asked for. */
export function holdFirstWords(): void {
  if (held !== null) return;
  held = "";
  before = document.activeElement;
  addEventListener("keydown", take, true);
  addEventListener("pointerdown", dropFirstWords, true);
}

/** There will be none, or somebody does something else. */
export function dropFirstWords(): void {
  held = before = null;
  removeEventListener("keydown", take, true);
  removeEventListener("pointerdown", dropFirstWords, true);
}

/** The title is there, and gets the keys itself from now on. Null where no new note was asked for. */
export function takeFirstWords(): string | null {
  const words = held;
  dropFirstWords();
  return words;
}

/** They are for whoever begins the text within `begin`, and for nobody later. */
export function giveToText(words: string, begin: () => void): void {
  forText = words;
  begin();
  forText = "";
}

export function takeForText(): string {
  const words = forText;
  forText = "";
  return words;
}

function take(event: KeyboardEvent): void {
  const { key, target } = event;
  const isElsewhere = target instanceof Element && target.matches(FIELDS) && target !== before;
  if (isElsewhere || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Enter") held += "\n";
  else if (key === "Backspace") held = held?.slice(0, -1) ?? null;
  else if (key.length === 1) held += key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}
