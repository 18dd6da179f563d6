import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * Who stands on whom: each imports only from what comes after it, so that there are no circles. The journal among the
 * pages shows a note's text, and a note the shell's dialogs and the side panel: hence pages, notes, sidePanel, shell.
 * Rooms stand on saving, which keeps what they did not send, too, and can read that without a room.
 */
const ORDER =
  `main app pages settings admin notes sharing sidePanel notifications ai account shell events editor render
  rooms saving search ui state notices untilFetched theme i18n addresses api deadline blocks touch media nonce api.schema css.d`.split(
    /\s+/,
  );
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["'](\.[^"']+)["']/g;

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.tsx?$/.test(file),
);
const layerOf = (path: string) =>
  path
    .replace(/^src\//, "")
    .split("/")[0]!
    .replace(/\.tsx?$/, "");

it("imports go down the order of folders, never up or to and fro", () => {
  const wrong = files.flatMap((file) =>
    [...readFileSync(join("src", file), "utf8").matchAll(IMPORT)]
      .map(([, path]) => layerOf(join("src", file, "..", path!)))
      .filter((to) => to !== layerOf(file) && !(ORDER.indexOf(to) > ORDER.indexOf(layerOf(file))))
      .map((to) => `${file} imports from ${to}`),
  );
  expect(wrong).toEqual([]);
});

it("every folder and file of the source has its place in the order", () => {
  expect([...new Set(files.map(layerOf))].sort()).toEqual([...ORDER].sort());
});
