import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import react from "@vitejs/plugin-react";
import { Features } from "lightningcss";
import { defineConfig, type Plugin } from "vite";
import { builtPages } from "./builtPages.ts";
import { stripSuggestionStyles } from "./stripSuggestionStyles.ts";
import { licences } from "./licences.ts";
import { mantineVariables } from "./mantineVariables.ts";

const WORTH_PACKING = /\.(js|css|svg|json|webmanifest)$/;

/** Compresses what was built once, at the strongest setting, so that the service need not for each request. */
function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!WORTH_PACKING.test(file) || file === "sw.js") continue;
        const bytes = readFileSync(join(folder, file));
        if (bytes.length < 1024) continue;
        writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
        const quality = { [zlib.BROTLI_PARAM_QUALITY]: 10 };
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params: quality }));
      }
    },
  };
}

const MATHS_FONT = "node_modules/@fontsource/stix-two-math";

/** The font of formulas on pages without scripts, at an address that the service can name. The app has its own. */
function mathsFont(): Plugin {
  return {
    name: "maths-font",
    apply: "build",
    generateBundle() {
      const source = readFileSync(join(MATHS_FONT, "files/stix-two-math-latin-400-normal.woff2"));
      this.emitFile({ type: "asset", fileName: "app/stix-two-math.woff2", source });
    },
  };
}

// For `npm run dev` against a service that runs elsewhere; it must name this origin among its trusted ones.
const service = process.env.NOTESVC_DEV_SERVICE ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react(), mantineVariables(), mathsFont(), builtPages(), licences([MATHS_FONT]), stripSuggestionStyles(), packed()],
  html: { cspNonce: "__NONCE__" },
  // It would read `:dir()` from the language of the page, and notes follow their own text.
  css: { lightningcss: { exclude: Features.DirSelector } },
  build: {
    outDir: process.env.NOTESVC_WEB_OUT ?? "../../static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // What every page begins with comes as one file: sixty small ones wait for each other.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"] },
            {
              name: "home",
              test: /src\/state\/|src\/pages\/Home\.tsx$|src\/search\/(marked|match)\.|src\/ui\/(Heading|States|Rows|When)\.|src\/saving\/saving\.css$|@tanstack/,
            },
            { name: "icons", test: /@tabler\/icons-react/ },
            {
              name: "input",
              test: /@mantine\/core\/esm\/components\/(TextInput|PasswordInput|NativeSelect|Checkbox)\/|src\/ui\/busy\./,
            },
            { name: "menu", test: /@mantine\/core\/esm\/components\/(Menu|Popover|Tooltip|Modal)\// },
            { name: "saving", test: /src\/saving\/\w+\.ts$/ },
            { name: "note", test: /src\/notes\/NotePage\.tsx$/ },
            {
              name: "pages",
              test: /src\/pages\/(folder|journal|people|report|tags|trash|graph)\/|src\/pages\/(?!Search)\w+\.tsx$|src\/ui\/(Choice|FilterBox|ListBar|TagMark)\./,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": service, "/files": service } },
});
