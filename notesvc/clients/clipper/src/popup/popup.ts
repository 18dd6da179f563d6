import { browser } from "../browser.ts";
import { keep, type Mode, propertiesOf } from "../compose.ts";
import { pictureAt } from "../page/pictures.ts";
import type { PageText } from "../page/read.ts";
import { readTab } from "../page/tab.ts";
import { isOpen } from "../queue/clip.ts";
import { lookUp } from "../service/calls.ts";
import { refreshCopies } from "../service/copies.ts";
import * as database from "../store/database.ts";
import { read, type Template, write } from "../store/settings.ts";
import { fill, templateFor } from "../templates.ts";
import { byId, speak } from "../ui/dom.ts";
import { TagField } from "../ui/tagField.ts";
import { language, words } from "../words/index.ts";
import { marksOf, paintMarks } from "../worker/marks.ts";
import { openPanel } from "../worker/panel.ts";
import { Crop } from "./crop.ts";
import { showDone } from "./done.ts";
import { Modes } from "./modes.ts";
import { Notices } from "./notices.ts";
import { PlaceField } from "./places.ts";

const titleField = byId<HTMLInputElement>("title");
const textField = byId<HTMLTextAreaElement>("text");
const notices = new Notices(byId("notices"));
const modes = new Modes(byId("modes"), (mode) => {
  reading = choose(mode);
});
const places = new PlaceField(() => undefined);
let knownTags: string[] = [];
const tags = new TagField("tag", () => knownTags, words);

let tab: chrome.tabs.Tab | undefined;
let page: PageText | undefined;
let template: Template | undefined;
let crop: Crop | undefined;
let isKeeping = false;
/** What is being read at this moment: what is kept is what was chosen. */
let reading: Promise<unknown> = Promise.resolve();
/** What was marked on the page, as quotations. */
let quotes: string[] = [];

void start();

/** All that is shown first is on this device; the page and the service are asked after that. */
async function start(): Promise<void> {
  speak(words, language);
  byId("placeBox").append(places.box);
  byId("tagBox").append(tags.box);
  listen();
  const [stored, [active]] = await Promise.all([
    read("connection", "folders", "tags", "lastFolder", "templates"),
    browser.tabs.query({ active: true, currentWindow: true }),
  ]);
  tab = active;
  knownTags = stored.tags;
  places.folders = stored.folders;
  titleField.value = tab?.title || tab?.url || "";
  byId("host").textContent = hostOf(tab?.url);
  template = templateFor(tab?.url ?? "", stored.templates);
  const isThere = stored.folders.some(({ id }) => id === stored.lastFolder);
  places.place = { kind: "folder", id: template?.folderId ?? (isThere ? stored.lastFolder : null) };
  tags.tags = template?.tags ?? [];
  textField.placeholder = words.reading;
  notices.connection(stored.connection, () => void openOptions());
  titleField.select();
  requestAnimationFrame(() => setTimeout(afterPaint));
}

function afterPaint(): void {
  document.documentElement.dataset.paintedAfter = String(Math.round(performance.now()));
  reading = readPage();
  void showCount();
  void findDuplicates();
  void refreshCopies()
    .then(() => read("folders", "tags"))
    .then((copies) => {
      knownTags = copies.tags;
      places.folders = copies.folders;
    })
    .catch(() => undefined);
}

async function readPage(): Promise<void> {
  const wanted = template?.mode as Mode | undefined;
  await readMarks();
  page = await readAs(wanted === "full" ? "full" : "article");
  if (!page) {
    for (const mode of ["article", "full"] as const) modes.allow(mode, false);
    notices.unreadable();
    return showLink();
  }
  if (titleField.value === (tab?.title || tab?.url || "")) titleField.value = page.title;
  modes.allow("selection", page.selection !== "");
  modes.allow("picture", page.isPicture);
  if (page.isPicture) return choose("picture");
  if (page.selection) return choose("selection");
  if (wanted && wanted !== "article") return choose(wanted);
  showText("article", page);
}

async function readMarks(): Promise<void> {
  if (tab?.id === undefined || !tab.url) return;
  const marks = await marksOf(tab.url);
  quotes = marks.map(({ exact }) => `> ${exact.replace(/\s*\n\s*/g, "\n> ")}`);
  await paintMarks(tab.id, tab.url).catch(() => 0);
}

async function readAs(mode: "article" | "selection" | "full"): Promise<PageText | undefined> {
  if (tab?.id === undefined) return undefined;
  return readTab(tab.id, mode).catch(() => undefined);
}

async function choose(mode: Mode): Promise<void> {
  modes.show(mode);
  crop = undefined;
  byId("shot").hidden = true;
  if (mode === "link") return showLink();
  if (mode === "screenshot") return showShot();
  if (mode === "picture") return setText(pictureAt(tab?.url ?? ""));
  const found = await readAs(mode);
  if (found && modes.mode === mode) {
    page = found;
    showText(mode, found);
  }
}

function showText(mode: Mode, found: PageText): void {
  const body = template?.body && mode === "article" ? fill(template.body, found, Date.now()) : found.markdown;
  setText([...(mode === "selection" ? [] : quotes), body].join("\n\n"));
  modes.show(mode);
  const pictures = found.markdown.match(/!\[/g)?.length ?? 0;
  byId("facts").textContent = ` · ${words.facts(found.words, pictures)}`;
  const shown = mode === "article" ? found.pageWords : 0;
  notices.amount(found.words, shown, () => {
    reading = choose("full");
  });
}

function setText(text: string): void {
  textField.value = text;
  textField.placeholder = "";
  textField.classList.toggle("isShort", text === "");
}

function showLink(): void {
  modes.show("link");
  setText("");
  byId("facts").textContent = "";
}

async function showShot(): Promise<void> {
  const shot = await browser.tabs.captureVisibleTab({ format: "jpeg", quality: 95 }).catch(() => undefined);
  if (!shot || modes.mode !== "screenshot") return;
  crop = new Crop(shot);
  byId("shot").replaceChildren(crop.box);
  byId("shot").hidden = false;
  setText("");
  byId("facts").textContent = "";
}

async function findDuplicates(): Promise<void> {
  const recent = (await database.all()).filter((clip) => clip.noteId !== undefined);
  places.offer(recent);
  const { connection } = await read("connection");
  if (!connection || !tab?.url?.startsWith("http")) return;
  const found = await lookUp(connection, tab.url);
  places.offer(found);
  notices.duplicates(
    found,
    (note) => void browser.tabs.create({ url: connection.address + note.path }),
    (note) => {
      places.place = { kind: "note", id: note.id };
    },
  );
}

async function save(): Promise<void> {
  if (isKeeping) return;
  isKeeping = true;
  byId<HTMLButtonElement>("save").disabled = true;
  await reading.catch(() => undefined);
  const shot = await crop?.blob();
  const text = textField.value.trim();
  const { place } = places;
  const choice = {
    title: titleField.value.trim() || hostOf(tab?.url),
    markdown: shot ? `![](#picture-shot)${text ? `\n\n${text}` : ""}` : text,
    mode: modes.mode,
    tags: tags.tags,
    place,
    properties: page ? { ...propertiesOf(page), ...named(page) } : {},
  };
  const url = page?.url ?? tab?.url ?? "";
  const clip = await keep(choice, { url, tabId: tab?.id }, shot);
  if (place.kind === "folder") await write({ lastFolder: place.id });
  await showDone(clip);
}

function named(of: PageText): Record<string, string> {
  const wanted = Object.entries(template?.properties ?? {});
  return Object.fromEntries(wanted.map(([name, text]) => [name, fill(text, of, Date.now())]));
}

async function showCount(): Promise<void> {
  const left = (await database.all()).filter((clip) => isOpen(clip) || clip.state === "refused").length;
  byId("count").textContent = left > 0 ? String(left) : "";
}

async function openOptions(): Promise<void> {
  await browser.runtime.openOptionsPage();
  window.close();
}

function listen(): void {
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    void save();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !byId("form").hidden) void save();
  });
  byId("settings").addEventListener("click", () => void openOptions());
  byId("list").addEventListener("click", async () => {
    await openPanel(tab?.windowId);
    window.close();
  });
}

function hostOf(url: string | undefined): string {
  try {
    return new URL(url ?? "").hostname.replace(/^www\./, "") || (url ?? "");
  } catch {
    return "";
  }
}
