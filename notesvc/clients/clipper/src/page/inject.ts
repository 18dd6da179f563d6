import { type PageText, type ReadMode, readPage } from "./read.ts";

// What is put into a page stays for later clicks: the routine is found under this name, in the extension's own world.
declare global {
  var readForClipper: ((mode: ReadMode) => PageText) | undefined;
}
globalThis.readForClipper = (mode) => readPage(document, mode);
