import { browser } from "../browser.ts";
import { keep, type Mode, propertiesOf } from "../compose.ts";
import { pictureAt } from "../page/pictures.ts";
import type { PageText } from "../page/read.ts";
import { readTab } from "../page/tab.ts";
import { isOpen } from "../queue/clip.ts";
import { type FoundNote, lookUp } from "../service/calls.ts";
import { refreshCopies } from "../service/copies.ts";
import { knownNewer } from "../service/version.ts";
import * as database from "../store/database.ts";
import { read, type Template, write } from "../store/settings.ts";
import { fill, templateFor } from "../templates.ts";
import { byId, speak } from "../ui/dom.ts";
import { TagField } from "../ui/tagField.ts";
import { language, words } from "../words/index.ts";
import { showDone } from "./done.ts";
import { type Draft, draftOf, forgetClosed, forgetDraft, storeDraft } from "./draft.ts";
import { Highlights } from "./highlights.ts";
import { openList, openSettings } from "./leaving.ts";
import { Modes } from "./modes.ts";
import { Notices } from "./notices.ts";
import { isTooLong, PageFile } from "./pageFile.ts";
import { PlaceField } from "./places.ts";
import { Shot } from "./shot.ts";

const titleField = byId<HTMLInputElement>("title");
const textField = byId<HTMLTextAreaElement>("text");
const notices = new Notices(byId("notices"));
const shot = new Shot();
const pageFile = new PageFile();
const modes = new Modes(byId("modes"), (mode) => {
  reading = choose(mode);
});
const places = new PlaceField(edited, findNotes);
let knownTags: string[] = [];
const tags = new TagField("tag", () => knownTags, words, edited);

let tab: chrome.tabs.Tab | undefined;
let page: PageText | undefined;
let template: Template | undefined;
let isEdited = false;
let isKeeping = false;
/** What is being read at this moment: what is kept is what was chosen. */
let reading: Promise<unknown> = Promise.resolve();
const highlights = new Highlights(notices, () => {
  reading = choose(modes.mode);
});

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
  const draft = await draftOf(tab).catch(() => undefined);
  knownTags = stored.tags;
  places.folders = stored.folders;
  byId("host").textContent = hostOf(tab?.url);
  template = templateFor(tab?.url ?? "", stored.templates);
  const isThere = stored.folders.some(({ id }) => id === stored.lastFolder);
  const folderId = template?.folderId ?? (isThere ? stored.lastFolder : null);
  if (draft) restore(draft, folderId);
  else begin(folderId);
  notices.connection(stored.connection, () => void openSettings(tab?.url ?? ""));
  titleField.select();
  requestAnimationFrame(() => setTimeout(() => afterPaint(draft)));
}

/** What is proposed before anybody has changed it. */
function begin(folderId: string | null): void {
  titleField.value = tab?.title || tab?.url || "";
  tags.tags = template?.tags ?? [];
  places.place = { kind: "folder", id: folderId };
  textField.value = "";
  textField.placeholder = words.reading;
  textField.readOnly = true;
}

function restore(draft: Draft, folderId: string | null): void {
  isEdited = true;
  titleField.value = draft.title;
  textField.value = draft.text;
  tags.tags = draft.tags;
  places.place = draft.place;
  modes.show(draft.mode);
  notices.draft(() => {
    isEdited = false;
    void forgetDraft(tab);
    begin(folderId);
    shot.hide();
    modes.show("article");
    reading = readPage();
  });
}

/** Whatever is changed is stored at once: nobody tells a popup before it is closed. */
function edited(): void {
  if (isKeeping) return;
  isEdited = true;
  const draft = { title: titleField.value, text: textField.value, mode: modes.mode, tags: tags.written };
  void storeDraft(tab, { ...draft, place: places.place }).catch(() => undefined);
}

function afterPaint(draft: Draft | undefined): void {
  document.documentElement.dataset.paintedAfter = String(Math.round(performance.now()));
  reading = draft ? readFor(draft) : readPage();
  void sayNewer();
  void forgetClosed().catch(() => undefined);
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
  await highlights.read(tab);
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

/** The page again, for what is known of it; the text stays as it was written. */
async function readFor(draft: Draft): Promise<void> {
  await highlights.read(tab);
  const isText = draft.mode === "selection" || draft.mode === "full";
  page = await readAs(isText ? (draft.mode as "selection" | "full") : "article");
  for (const mode of ["article", "full"] as const) modes.allow(mode, page !== undefined);
  modes.allow("selection", page !== undefined && page.selection !== "");
  modes.allow("picture", page?.isPicture ?? false);
  if (draft.mode === "screenshot") await showShot(draft.text);
}

async function readAs(mode: "article" | "selection" | "full"): Promise<PageText | undefined> {
  if (tab?.id === undefined) return undefined;
  return readTab(tab.id, mode).catch(() => undefined);
}

async function choose(mode: Mode): Promise<void> {
  await take(mode);
  if (isEdited) edited();
}

async function take(mode: Mode): Promise<void> {
  modes.show(mode);
  shot.hide();
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
  setText([...(mode === "selection" ? [] : highlights.quotations), body].join("\n\n"));
  modes.show(mode);
  const pictures = found.markdown.match(/!\[/g)?.length ?? 0;
  byId("facts").textContent = ` · ${words.facts(found.words, pictures)}`;
  const shown = mode === "article" ? found.pageWords : 0;
  notices.amount(found, shown, () => {
    reading = choose("full");
  });
}

function setText(text: string): void {
  textField.readOnly = false;
  textField.value = text;
  textField.placeholder = "";
  textField.classList.toggle("isShort", text === "");
}

function showLink(): void {
  modes.show("link");
  setText("");
  byId("facts").textContent = "";
}

async function showShot(text = ""): Promise<void> {
  if (!(await shot.take(() => modes.mode === "screenshot"))) return;
  setText(text);
  byId("facts").textContent = "";
}

async function findDuplicates(): Promise<void> {
  const recent = (await database.all()).filter((clip) => clip.noteId !== undefined);
  places.offer(recent);
  const { connection } = await read("connection");
  if (!connection || !tab?.url?.startsWith("http")) return;
  const found = await lookUp(connection, { url: tab.url });
  places.offer(found);
  notices.duplicates(
    found,
    (note) => void browser.tabs.create({ url: connection.address + note.path }),
    (note) => {
      places.place = { kind: "note", id: note.id };
    },
  );
}

async function findNotes(title: string): Promise<FoundNote[]> {
  const { connection } = await read("connection");
  return connection ? lookUp(connection, { title }) : [];
}

/** Nothing is cut: the page as a file holds all of it. */
function keepAsFile(): void {
  pageFile.want();
  modes.show("full");
  setText("");
  void save();
}

async function save(): Promise<void> {
  if (isKeeping) return;
  if (isTooLong(textField.value)) return notices.tooLong(keepAsFile);
  isKeeping = true;
  byId<HTMLButtonElement>("save").disabled = true;
  await reading.catch(() => undefined);
  const beside = { shot: await shot.blob(), file: await pageFile.read(tab, modes.mode) };
  const { place } = places;
  const choice = {
    title: titleField.value.trim() || hostOf(tab?.url),
    markdown: textField.value.trim(),
    mode: modes.mode,
    tags: tags.tags,
    place,
    properties: page ? { ...propertiesOf(page), ...named(page) } : {},
  };
  const url = page?.url ?? tab?.url ?? "";
  const clip = await keep(choice, { url, tabId: tab?.id }, beside);
  await forgetDraft(tab).catch(() => undefined);
  if (place.kind === "folder") await write({ lastFolder: place.id });
  await showDone(clip);
}

function named(of: PageText): Record<string, string> {
  const wanted = Object.entries(template?.properties ?? {});
  return Object.fromEntries(wanted.map(([name, text]) => [name, fill(text, of, Date.now())]));
}

async function sayNewer(): Promise<void> {
  const [version, { address }] = await Promise.all([knownNewer(), read("address")]);
  if (!version) return;
  const get = () => void browser.tabs.create({ url: `${address}/settings/clipper` });
  notices.newer(version, get, () => void write({ skippedVersion: version }));
}

async function showCount(): Promise<void> {
  const left = (await database.all()).filter((clip) => isOpen(clip) || clip.state === "refused").length;
  byId("count").textContent = left > 0 ? String(left) : "";
}

function listen(): void {
  for (const field of [titleField, textField]) field.addEventListener("input", edited);
  byId("tagBox").addEventListener("input", edited);
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    void save();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !byId("form").hidden) void save();
  });
  byId("settings").addEventListener("click", () => void openSettings(tab?.url ?? ""));
  byId("list").addEventListener("click", () => void openList(tab?.windowId));
}

function hostOf(url: string | undefined): string {
  try {
    return new URL(url ?? "").hostname.replace(/^www\./, "") || (url ?? "");
  } catch {
    return "";
  }
}
