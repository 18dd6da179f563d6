import { browser } from "../browser.ts";
import { type Beside, type Choice, keep, type Mode, propertiesOf } from "../compose.ts";
import { type PageText, type ReadMode, readPageOrNot } from "../page/outside.ts";
import { pictureAt } from "../page/pictures.ts";
import { shotOfWindow } from "../page/tab.ts";
import { read } from "../store/settings.ts";
import { fill, templateFor } from "../templates.ts";
import { words } from "../words/index.ts";
import { showKept } from "./badge.ts";

type Tab = chrome.tabs.Tab;

/** What stands in the context menu. */
export function makeMenus(): void {
  const entries: [string, string, `${chrome.contextMenus.ContextType}`][] = [
    ["page", words.menuPage, "page"],
    ["selection", words.menuSelection, "selection"],
    ["highlight", words.menuHighlight, "selection"],
    ["link", words.menuLink, "link"],
    ["picture", words.menuPicture, "image"],
  ];
  browser.contextMenus.removeAll(() => {
    for (const [id, title, context] of entries)
      browser.contextMenus.create({ id, title, contexts: [context] });
  });
}

/** Keep the page as its template wants it, without a question. */
export async function clipNow(tab: Tab | undefined): Promise<void> {
  const found = tab ?? (await browser.tabs.query({ active: true, currentWindow: true }))[0];
  if (!found?.url) return;
  const { templates } = await read("templates");
  const mode = templateFor(found.url, templates)?.mode;
  if (mode === "screenshot") return keepShot(found);
  await keepTab(found, mode === "full" || mode === "link" ? mode : "article");
}

/** Without a picture, where the browser allows none, the page's address is kept. */
async function keepShot(tab: Tab): Promise<void> {
  const address = await shotOfWindow(tab.windowId, 85);
  if (!address) return keepTab(tab, "link");
  const shot = await (await fetch(address)).blob();
  await keepTab(tab, "screenshot", { shot });
}

/** Keep what was clicked on. */
export async function clipFromMenu(
  click: chrome.contextMenus.OnClickData,
  tab: Tab | undefined,
): Promise<void> {
  if (!tab) return;
  if (click.menuItemId === "page") await keepTab(tab, "article");
  if (click.menuItemId === "selection") await keepTab(tab, "selection");
  if (click.menuItemId === "link" && click.linkUrl) {
    const title = (click.selectionText || click.linkUrl).slice(0, 300);
    await keepChoice({ ...(await usual()), title, mode: "link" }, click.linkUrl, tab);
  }
  if (click.menuItemId === "picture" && click.srcUrl) {
    const title = tab.title || words.picture;
    const markdown = pictureAt(click.srcUrl);
    await keepChoice({ ...(await usual()), title, markdown, mode: "picture" }, tab.url ?? "", tab);
  }
}

type TabMode = Extract<Mode, ReadMode | "link" | "screenshot">;

async function keepTab(tab: Tab, mode: TabMode, beside: Beside = {}): Promise<void> {
  const page =
    mode === "link" ? undefined : await readPageOrNot(tab, mode === "screenshot" ? "article" : mode);
  const url = page?.url ?? tab.url ?? "";
  const { templates } = await read("templates");
  const template = templateFor(url, templates);
  const choice = { ...(await usual()), title: page?.title ?? tab.title ?? url, mode };
  choice.tags = template?.tags ?? [];
  if (page) Object.assign(choice, byTemplate(page, template));
  if (mode === "screenshot") choice.markdown = "";
  if (template?.folderId) choice.place = { kind: "folder", id: template.folderId };
  await keepChoice(choice, url, tab, beside);
}

function byTemplate(page: PageText, template: ReturnType<typeof templateFor>): Partial<Choice> {
  const now = Date.now();
  const named = Object.entries(template?.properties ?? {}).map(([name, text]) => [
    name,
    fill(text, page, now),
  ]);
  return {
    markdown: template?.body ? fill(template.body, page, now) : page.markdown,
    properties: { ...propertiesOf(page), ...Object.fromEntries(named) },
  };
}

async function usual(): Promise<Choice> {
  const { lastFolder } = await read("lastFolder");
  const place = { kind: "folder" as const, id: lastFolder };
  return { title: "", markdown: "", mode: "link", tags: [], place, properties: {} };
}

async function keepChoice(choice: Choice, url: string, tab: Tab, beside: Beside = {}): Promise<void> {
  await keep(choice, { url, tabId: tab.id }, beside);
  await showKept(tab.id);
}
