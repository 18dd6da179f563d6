/** The expressions of a grammar are compiled before it is used, in short turns: what compiles with the first line of
 * code otherwise holds up the page, by half a second for JavaScript and by three for C++. */
import type { LanguageRegistration, RegexEngine } from "shiki/core";

/** Milliseconds after which keys and frames have their turn. */
const TURN = 8;
const NEVER = "\\\uFFFF";

/** Whatever the grammar may look for, the engine has compiled; but for what a line itself is put into, as the end of
 * a string that its beginning names, and for other languages within it. */
export async function warmUp(engine: RegexEngine, grammar: LanguageRegistration): Promise<void> {
  let began = performance.now();
  for (const expression of expressionsOf(grammar)) {
    compile(engine, expression);
    if (performance.now() - began < TURN) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
}

/** Browsers interpret an expression at its first use, and compile it at the second. */
function compile(engine: RegexEngine, expression: string): void {
  const scanner = engine.createScanner([expression]);
  for (let use = 0; use < 2; use += 1) scanner.findNextMatchSync("a", 0, 0);
}

/** All expressions below a rule, each as the tokenizer will ask for it. */
export function expressionsOf(grammar: LanguageRegistration): Set<string> {
  const found = new Set<string>();
  const collect = (rule: object): void => {
    for (const [key, value] of Object.entries(rule)) {
      if (typeof value === "object" && value !== null) collect(value);
      else if (/^(match|begin|end|while)$/.test(key)) for (const each of anchored(value)) found.add(each);
    }
  };
  collect(grammar);
  return found;
}

/** Where `\A` and `\G` cannot match, vscode-textmate has a sign in their place that never occurs. */
function anchored(expression: string): string[] {
  const without = (anchors: RegExp) =>
    expression.replace(/\\(?:.|\n)/g, (sign) => (anchors.test(sign) ? NEVER : sign));
  return [expression, without(/A/), without(/G/), without(/[AG]/)];
}
