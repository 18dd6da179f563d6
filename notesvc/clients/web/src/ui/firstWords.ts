/**
 * What is typed between asking for a new note and its page being there: it is the title's, and behind Enter the text's; all of
 * it is the text's where the note has its title already.
 */
let held: string | null = null;
/** What had the focus then: its keys are no longer for it, nor for what has the focus again where a dialog closed. */
let before: Element | null = null;
/** The note that came of it. */
let made = "";
let forText = "";

/** Make a note and open it, with what is typed meanwhile. Throws what `make` does; undefined is a note that was not made. */
export async function openMade<T extends { id: string }>(
  make: () => Promise<T | undefined>,
  open: (id: string) => void,
): Promise<void> {
  holdFirstWords();
  const note = await make().catch((error: unknown) => {
    dropFirstWords();
    throw error;
  });
  if (!note) dropFirstWords();
  else {
    made = note.id;
    open(note.id);
  }
}

function holdFirstWords(): void {
  if (held !== null) return;
  held = made = "";
  before = document.activeElement;
  addEventListener("keydown", take, true);
  addEventListener("pointerdown", dropFirstWords, true);
}

/** There will be none, or somebody does something else. */
function dropFirstWords(): void {
  held = before = null;
  removeEventListener("keydown", take, true);
  removeEventListener("pointerdown", dropFirstWords, true);
}

/** The note's page is there, and gets the keys itself from now on. Null where it is not the note that was asked for. */
export function takeFirstWords(id: string): string | null {
  if (id !== made) return null;
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
  const isElsewhere = target instanceof Element && target !== before && target.closest("[role=dialog]");
  if (isElsewhere || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Tab") {
    dropFirstWords();
    return;
  }
  if (key === "Enter") held += "\n";
  else if (key === "Backspace") held = held?.slice(0, -1) ?? null;
  else if (key.length === 1) held += key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}
