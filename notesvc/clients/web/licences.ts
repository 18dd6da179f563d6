/** Gathers the licences of what the built app holds into `app/licences.txt`: several of them ask for that. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const FILE = /^(licen[cs]e|copying|notice)/i;

/** `further` are the folders of packages of which files are taken as they are. */
export function licences(further: string[]): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      const folders = new Map<string, string>();
      for (const id of this.getModuleIds()) {
        const [, folder, name] = PACKAGE.exec(id.replace("\0", "")) ?? [];
        if (folder && name) folders.set(name, folder);
      }
      for (const folder of further) folders.set(folder.replace(/^.*node_modules\//, ""), folder);
      const entries = [...folders].sort(([a], [b]) => a.localeCompare(b)).map(([, folder]) => entry(folder));
      this.emitFile({
        type: "asset",
        fileName: "app/licences.txt",
        source: entries.join(`\n${"-".repeat(72)}\n\n`),
      });
    },
  };
}

function entry(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  const texts = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  return `${about.name} ${about.version}, ${about.license ?? "see below"}\n\n${texts.join("\n\n")}\n`;
}
