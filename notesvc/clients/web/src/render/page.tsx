/** A note as one HTML page that can be kept, sent and opened anywhere: nothing in it runs or is fetched. */
import { renderToStaticMarkup } from "react-dom/server";
import type { Note } from "../api";
import type { Block } from "../blocks";
import { directionOf, spokenLanguage, t } from "../i18n";
import { client } from "../state/client";
import { peopleQuery } from "../state/people";
import { BlockList } from "./BlockView";
import { drawn } from "./diagrams";
import { DEEPEST } from "./EmbeddedNote";
import { readEmbedded } from "./embedded";
import { isOwnFile } from "./hrefs";
import look from "./page.css?raw";
import { PLAIN, ReadingContext } from "./reading";
import { namesOf } from "./tokens";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const MOST_PICTURE = 20 * 1024 * 1024;

export async function pageOf(note: Note): Promise<string> {
  const name = note.name || t("common.untitled");
  const names = namesOf(client.getQueryData(peopleQuery.queryKey) ?? []);
  const meaning = await readEmbedded(note, DEEPEST);
  const markup = renderToStaticMarkup(
    <ReadingContext value={{ ...PLAIN, noteId: note.id, names, means: meaning }}>
      <h1 dir="auto">{name}</h1>
      <div className="note-text" dir="auto">
        <BlockList blocks={(note.richContent ?? []) as Block[]} />
      </div>
    </ReadingContext>,
  );
  const page = new DOMParser().parseFromString(markup, "text/html");
  await Promise.all([withPictures(page), withMaths(page)]);
  await withDiagrams(page);
  for (const fold of page.querySelectorAll("details")) fold.open = true;
  const language = spokenLanguage();
  return [
    "<!doctype html>",
    `<html lang="${language}" dir="${directionOf(language)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${escaped(name)}</title><style>${look}</style></head>`,
    `<body>${page.body.innerHTML}</body></html>`,
  ].join("\n");
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The note's own pictures come along; the name stands in for one that cannot be had. */
async function withPictures(page: Document): Promise<void> {
  const pictures = [...page.querySelectorAll<HTMLImageElement>("img")];
  await Promise.all(
    pictures.map(async (picture) => {
      const address = picture.getAttribute("src") ?? "";
      if (!isOwnFile(address)) return;
      const data = await fetched(address);
      if (data) picture.setAttribute("src", data);
      else picture.replaceWith(page.createTextNode(`[${picture.alt}]`));
    }),
  );
}

async function fetched(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address);
    const file = await answer.blob();
    if (!answer.ok || !file.type.startsWith("image/") || file.size > MOST_PICTURE) return null;
    return await asData(file);
  } catch {
    return null;
  }
}

function asData(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Formulas as MathML, which browsers set without further fonts. */
async function withMaths(page: Document): Promise<void> {
  const formulas = [...page.querySelectorAll<HTMLElement>("[data-tex]")];
  if (formulas.length === 0) return;
  const katex = (await import("katex")).default;
  for (const formula of formulas) {
    const set = document.createElement("span");
    try {
      katex.render(formula.dataset.tex ?? "", set, {
        output: "mathml",
        displayMode: formula.classList.contains("is-block"),
        trust: false,
        maxSize: 20,
        maxExpand: 500,
        strict: "ignore",
      });
      formula.replaceChildren(set);
    } catch {
      // Its source stands there already.
    }
  }
}

async function withDiagrams(page: Document): Promise<void> {
  for (const code of page.querySelectorAll<HTMLElement>('[data-language="mermaid"]')) {
    try {
      const picture = page.createElement("img");
      picture.src = await asData(
        new Blob([(await drawn(code.textContent ?? "", "light")).svg], { type: "image/svg+xml" }),
      );
      picture.alt = code.textContent ?? "";
      code.replaceWith(picture);
    } catch {
      // Its source stands there already.
    }
  }
}
