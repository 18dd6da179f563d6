/** The service's answer to a search that came with its page (`text/first_view/search.py`). */
import type { Schemas } from "../api";

type Results = Schemas["SearchResults"];

/** The answer to that search, once: whoever asks again asks the service. It goes with the first view that it stands in. */
export function takeFirstAnswer(q: string): Results | null {
  const block = document.getElementById("first-answer");
  if (block === null) return null;
  const first = JSON.parse(block.textContent ?? "") as { q: string; answer: Results };
  block.remove();
  return first.q === q ? first.answer : null;
}
