import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");
const sheets = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".css"),
);

/** The classes that a style sheet defines: those that have a rule of their own, beside nothing else. */
function definedIn(css: string): string[] {
  const selectors = [...css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/(?<=^|[{};])([^{};]+)\{/g)];
  const single = selectors
    .flatMap(([, list]) => (list ?? "").split(/,(?![^(]*\))/))
    .map((each) => each.trim());
  return single.flatMap((each) => /^\.([\w-]+)(?:::?[\w-]+)*$/.exec(each)?.[1] ?? []);
}

it("a class is defined by its own rules, not by those within others", () => {
  const css = "/* .no {} */ .a, .b:hover { x: y } .c .d { } @media print { .e::after { } }";
  expect(definedIn(css)).toEqual(["a", "b", "e"]);
});

it("every class is defined in one style sheet: class names are known everywhere", () => {
  const places = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of definedIn(readFileSync(join(SOURCE, sheet), "utf8")))
      places.set(name, (places.get(name) ?? new Set()).add(sheet));
  expect(places.size).toBeGreaterThan(300);
  const several = [...places].filter(([, found]) => found.size > 1);
  expect(several.map(([name, found]) => `${name}: ${[...found].sort().join(", ")}`)).toEqual([]);
});
