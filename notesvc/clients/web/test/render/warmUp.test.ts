import { createCssVariablesTheme, createHighlighterCore, type LanguageRegistration } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { describe, expect, it, vi } from "vitest";
import { expressionsOf, warmUp } from "../../src/render/warmUp";

const CODE = {
  c: '#include <a.h>\nint main(int n, char **all) {\n  printf("%d\\n", n); // said\n}\n',
  css: "a:hover { color: #fff; margin: 0 auto !important }\n@media print { b { top: 1px } }",
  javascript: "const a = async (b) => {\n  return `x ${b + 1}`; // said\n};\nclass C extends D {}",
  json: '{ "a": [1, true, null, "b\\n"] }',
  php: '<?php\nfunction f(int $a): string { return "b $a"; } ?>',
  // Without strings, whose ends are what their beginnings say.
  python: "@memoized\ndef f(x: int, *rest) -> list[int]:\n    return [x**3, 0x1f]  # said",
  rust: 'fn main() { let a: &str = "b"; println!("{a}"); }',
  sql: "SELECT a, COUNT(*) FROM b WHERE c = 'd' -- e",
};

describe("warming up", () => {
  it.each(Object.keys(CODE) as (keyof typeof CODE)[])("leaves nothing to compile for %s", async (id) => {
    const grammars = await import(`../../node_modules/@shikijs/langs/dist/${id}.mjs`);
    const cache = new Map<string, RegExp | Error>();
    const engine = createJavaScriptRegexEngine({ forgiving: true, cache });
    const own: LanguageRegistration = grammars.default.at(-1);
    await warmUp(engine, own);
    const known = cache.size;
    expect(known).toBe(expressionsOf(own).size);
    const theme = createCssVariablesTheme();
    const core = await createHighlighterCore({ themes: [theme], langs: grammars.default, engine });
    core.codeToTokens(CODE[id], { lang: id, theme: "css-variables", tokenizeTimeLimit: 0 });
    expect([...cache.keys()].slice(known)).toEqual([]);
  });

  it("gives the page its turns", async () => {
    const { default: grammars } = await import("@shikijs/langs/javascript");
    // By this clock each expression takes a millisecond, however fast the machine is.
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now++);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    await warmUp(createJavaScriptRegexEngine({ forgiving: true }), grammars.at(-1) as LanguageRegistration);
    clearInterval(timer);
    vi.restoreAllMocks();
    expect(turns).toBeGreaterThan(10);
  });
});
