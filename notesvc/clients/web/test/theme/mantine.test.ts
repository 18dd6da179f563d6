import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const STYLES = "node_modules/@mantine/core/styles";
const IMPORT = /import \{([^}]*)\} from "@mantine\/core"/g;

it("the styles of every component that a file imports are fetched", () => {
  const fetched = readFileSync("src/theme/mantine.css", "utf8");
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const imported = files
    .flatMap((file) => [...readFileSync(join("src", file), "utf8").matchAll(IMPORT)])
    .flatMap(([, names]) => names!.split(",").map((name) => name.trim().split(" ")[0]!));
  const missing = [...new Set(imported)].filter(
    (name) => existsSync(`${STYLES}/${name}.css`) && !fetched.includes(`/${name}.css`),
  );
  expect(missing).toEqual([]);
});
