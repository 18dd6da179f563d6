/** Takes rules of suggested changes, which the app does not have, out of the block editor's styles. */
import type { Plugin } from "vite";

// `:has(…) > *` in them makes the browser style the whole page anew for every block that comes or goes.
const UNUSED = /[^{}]*\.bn-suggestion-node[^{}]*:has\([^{}]*\{[^{}]*\}/g;

export function stripSuggestionStyles(): Plugin {
  return {
    name: "stripSuggestionStyles",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
        file.source = String(file.source).replace(UNUSED, "");
      }
    },
  };
}
