// The peer that rooms are measured beside: Hocuspocus with its own defaults, and files for what it stores.
//   node --expose-gc hocuspocus.mjs PACKAGES DOCUMENTS
// PACKAGES holds node_modules; what is stored goes into DOCUMENTS. Prints the port that it listens on.
import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const [packages, documents] = process.argv.slice(2);
const require = createRequire(join(packages, "package.json"));
const { Server } = require("@hocuspocus/server");
const Y = require("yjs");

const server = new Server({
  address: "127.0.0.1",
  port: 0,
  quiet: true,
  async onAuthenticate({ token }) {
    if (!token) throw new Error("no token");
  },
  async onLoadDocument({ document, documentName }) {
    const state = await readFile(join(documents, documentName)).catch(() => null);
    if (state) Y.applyUpdate(document, state);
    return document;
  },
  async onStoreDocument({ document, documentName }) {
    const path = join(documents, documentName);
    await writeFile(`${path}.new`, Y.encodeStateAsUpdate(document), { flush: true });
    await rename(`${path}.new`, path);
  },
});
// So that its memory is what it holds, and not what it has not thrown away yet.
process.on("SIGUSR2", () => globalThis.gc());
await server.listen();
console.log(server.httpServer.address().port);
