/** A file of its own, as those who speak English have no use for it. */
export { ar, de, es, ja } from "@blocknote/core/locales";
