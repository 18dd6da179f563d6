import { pageAsFile } from "./file.ts";
import { type PageText, type ReadMode, readPage } from "./read.ts";

// What is put into a page stays for later clicks: the routines are found here, in the extension's own world.
declare global {
  var clipper: { read: (mode: ReadMode) => PageText; asFile: () => string } | undefined;
}
globalThis.clipper = { read: (mode) => readPage(document, mode), asFile: () => pageAsFile(document) };
