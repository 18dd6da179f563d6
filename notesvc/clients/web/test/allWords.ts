/** Tests of single pieces have the words of all areas at hand; in the app, pages ask for theirs. */
import { withWords } from "../src/i18n";

await withWords(
  ["account", "admin", "ai", "device", "pages", "providers", "settings", "shares", "storage"],
  async () => {},
);
