/**
 * The pages that the app begins with. `index.html` names its font, which else is found only after the styles. Others
 * hold something to read, so they are painted before any script is fetched: `note.html` and `search.html`, into which the
 * service puts the note, and what was found, and `sign-in.html`.
 */
import type { Plugin, Rolldown } from "vite";
import { SEARCH_SCRIPT, SEARCH_WORDS } from "./builtSearch.ts";
import ar from "./src/i18n/ar/account.ts";
import de from "./src/i18n/de/account.ts";
import en from "./src/i18n/en/account.ts";
import es from "./src/i18n/es/account.ts";
import ja from "./src/i18n/ja/account.ts";

type Chunk = Rolldown.OutputChunk;

export function builtPages(): Plugin {
  return {
    name: "built-pages",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("there is no page");
        const built = new Built(bundle);
        page.source = inHead(String(page.source), [built.font("inter")]);
        const made = {
          "note.html": inHead(built.painted(page.source, "src/notes/NotePage.tsx"), [built.font("jetbrains-mono")]),
          "search.html": inBody(built.painted(page.source, "src/pages/SearchPage.tsx"), SEARCH_SCRIPT),
          "search.json": SEARCH_WORDS,
          "sign-in.html": inBody(built.painted(page.source, "src/account/SignIn.tsx"), SIGN_IN),
          "app/ahead.json": JSON.stringify(built.ahead()),
        };
        for (const [fileName, source] of Object.entries(made)) this.emitFile({ type: "asset", fileName, source });
      },
    },
  };
}

class Built {
  private readonly chunks: Chunk[];
  /** The app, and all that it needs to begin. */
  private readonly begun: [app: Chunk, ...others: Chunk[]];

  constructor(private readonly bundle: Rolldown.OutputBundle) {
    this.chunks = Object.values(bundle).filter((each) => each.type === "chunk");
    const app = this.chunks.find((chunk) => chunk.isEntry);
    if (!app) throw new Error("the app is not among what was built");
    this.begun = this.needed(app);
  }

  font(family: string): string {
    const file = Object.keys(this.bundle).find((name) => name.includes(`/${family}-latin-wght-normal`));
    if (!file) throw new Error(`no file has the font ${family}`);
    return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" nonce="__NONCE__">`;
  }

  /** The page, with the styles of what it shows, and the app begun once that is painted. */
  painted(page: string, module: string): string {
    const [app] = this.begun;
    const shown = this.chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
    if (!shown) throw new Error(`${module} is not among what was built`);
    const further = this.further(shown);
    const styles = further.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
    // All at once: what the app imports would else be found by what imports it.
    const scripts = [app, ...further].map((chunk) => `/${chunk.fileName}`);
    return inHead(withoutScript(page, app.fileName), [
      ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" nonce="__NONCE__">`),
      `<script nonce="__NONCE__">beginPainted(${JSON.stringify(scripts)})</script>`,
    ]);
  }

  /** The files of all that the app fetches when there is need of it (shell/appIdle.ts); other languages come whole. */
  ahead(): string[] {
    const lazy = this.begun.flatMap((chunk) => chunk.dynamicImports);
    const files = this.chunks
      .filter((chunk) => lazy.includes(chunk.fileName))
      .flatMap((chunk) => this.further(chunk))
      .filter((chunk) => !chunk.moduleIds.some((id) => /\/src\/i18n\/(?!en\/)\w+\//.test(id)))
      .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
    return [...new Set(files)].map((file) => `/${file}`);
  }

  /** What it needs beyond what the app has begun with. */
  private further(first: Chunk): Chunk[] {
    return this.needed(first).filter((chunk) => !this.begun.includes(chunk));
  }

  /** The chunk and all that is imported before it runs. */
  private needed(first: Chunk): [Chunk, ...Chunk[]] {
    const found = new Set([first]);
    for (const chunk of found) {
      for (const other of this.chunks) if (chunk.imports.includes(other.fileName)) found.add(other);
    }
    const [, ...others] = found;
    return [first, ...others];
  }
}

function withoutScript(page: string, file: string): string {
  const lines = page.split("\n");
  const others = lines.filter((line) => !line.includes(`src="/${file}"`));
  if (others.length !== lines.length - 1) throw new Error("no line of the page begins the app");
  return others.join("\n");
}

const inHead = (page: string, lines: string[]) => page.replace("</head>", `  ${lines.join("\n    ")}\n  </head>`);
const inBody = (page: string, lines: string) => page.replace("<body>", `<body>\n${lines}`);

const WORDS = Object.fromEntries(
  Object.entries({ en, de, es, ja, ar }).map(([language, { tagline, signIn }]) => [
    language,
    { tagline, title: signIn.title, lead: signIn.lead },
  ]),
);

/** The head of the page, in its own boxes (account/AccountPage.tsx), in the language that the page's head has found. */
const SIGN_IN = `    <div id="first-view"><div class="account"><main class="account-main">
      <p class="account-mark"><img src="/app/icon.svg" alt="" width="36" height="36">
      <span><strong>notesvc</strong><span data-word="tagline">${en.tagline}</span></span></p>
      <h1 data-word="title">${en.signIn.title}</h1>
      <p class="account-lead" data-word="lead">${en.signIn.lead}</p>
      <noscript>notesvc needs JavaScript to show your notes.</noscript>
    </main></div></div>
    <script nonce="__NONCE__">
      {
        const words = ${JSON.stringify(WORDS)}[document.documentElement.lang];
        for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
      }
    </script>`;
