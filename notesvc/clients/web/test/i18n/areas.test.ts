import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const AREA = /["'`](account|admin|ai|device|pages|providers|settings|shares|storage)\.[a-zA-Z$]/g;
const IMPORTED = /(?:^|\n)(?:import|export)(?! type)[^;]*?["'](\.[^"']+)["'];/g;
const FETCHED = /import\(["'](\.[^"']+)["']\)/g;
/** Brings its own words, and is looked at by itself. */
const WORDED = /withWords\([^;]*?=>\s*import\([^)]*\)/g;
const CALLS = /\b(?=lazy\(|lazyPage\()/;

/** The areas whose words the file speaks in, and all files that it imports, at once or later. */
function areasOf(file: string, isLaterToo: boolean, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const next = [
    ...text.matchAll(IMPORTED),
    ...(isLaterToo ? text.replace(WORDED, "").matchAll(FETCHED) : []),
  ];
  const areas = new Set([...text.matchAll(AREA)].map(([, area]) => area!));
  for (const [, path] of next) {
    const found = moduleAt(join(dirname(file), path!));
    if (found && !found.includes("/i18n/"))
      for (const area of areasOf(found, isLaterToo, seen)) areas.add(area);
  }
  return areas;
}

const moduleAt = (path: string) =>
  ["", ".ts", ".tsx", "/index.ts"]
    .map((ending) => path + ending)
    .find((each) => /\.tsx?$/.test(each) && existsSync(each));

/** Where pages and pieces are fetched by themselves, or with words. */
const callers = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => join("src", file))
  .filter(
    (file) => file.endsWith(".tsx") && /\bwithWords\(|[^.]\blazyPage\(\(/.test(readFileSync(file, "utf8")),
  );

/** `lazy(() => withWords([…], () => import("./x")))` and `lazyPage(() => import("./x"), …)`: file and areas named. */
function fetchedBy(file: string): [file: string, named: string][] {
  const text = readFileSync(file, "utf8").replace(/\bSIGN_IN_AREAS\b/g, '"account", "providers"');
  return text.split(CALLS).flatMap((part) => {
    const [, path] = /import\(["'](\.[^"']+)["']\)/.exec(part) ?? [];
    const found = path && moduleAt(join(dirname(file), path));
    return found ? [[found, part] as [string, string]] : [];
  });
}

describe("the words of a page", () => {
  it("are not among those that come later, where the app begins", () => {
    expect([...areasOf("src/main.tsx", false)].filter((area) => area !== undefined)).toEqual([]);
  });
  it.each(callers.flatMap(fetchedBy))("are asked for with it: %s", (file, call) => {
    const missing = [...areasOf(file, true)].filter((area) => !call.includes(`"${area}"`));
    expect(missing).toEqual([]);
  });
});
