import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const CLASS = /\bclass\s+(\w+)(?:<[^{]*?>)?(?:\s+extends\s+([\w.]+))?/g;

const classes = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(join("src", file), "utf8").matchAll(CLASS)].map(([, name, base]) => ({
      file,
      name,
      base,
    })),
  );

it("a class is made of others, and extends only those of the language and of libraries", () => {
  const own = new Set(classes.map(({ name }) => name));
  const wrong = classes.filter(({ base }) => base !== undefined && own.has(base));
  expect(wrong.map(({ file, name, base }) => `${file}: ${name} extends ${base}`)).toEqual([]);
});
