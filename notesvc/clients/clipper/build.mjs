// Builds the extension into `dist`: one folder for Chromium and Firefox. The version is the project's.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const VERSION = process.env.NOTESVC_VERSION ?? "0.0.0";

await rm("dist", { recursive: true, force: true });
await mkdir("dist");
await cp("public", "dist", { recursive: true });
await build({
  entryPoints: {
    worker: "src/worker/worker.ts",
    page: "src/page/inject.ts",
    revisit: "src/page/revisit.ts",
    popup: "src/popup/popup.ts",
    panel: "src/panel/panel.ts",
    options: "src/options/options.ts",
  },
  outdir: "dist",
  bundle: true,
  format: "iife",
  target: ["chrome120", "firefox142"],
  minify: true,
  legalComments: "linked",
  logLevel: "warning",
});
const manifest = JSON.parse(await readFile("public/manifest.json", "utf-8"));
await writeFile("dist/manifest.json", `${JSON.stringify({ ...manifest, version: VERSION }, null, 2)}\n`);
