import { browser } from "../browser.ts";
import type { PageText, ReadMode } from "./read.ts";

/** Read the page in a tab. Throws where browsers let no extension read, such as stores and their own pages. */
export async function readTab(tabId: number, mode: ReadMode): Promise<PageText> {
  await browser.scripting.executeScript({ target: { tabId }, files: ["page.js"] });
  const [result] = await browser.scripting.executeScript({
    target: { tabId },
    args: [mode],
    func: (asked: ReadMode) => globalThis.clipper?.read(asked),
  });
  if (!result?.result) throw new Error("nothing was read");
  return result.result as PageText;
}

/** The page in a tab as one HTML file. Throws as above. */
export async function fileOfTab(tabId: number): Promise<Blob> {
  await browser.scripting.executeScript({ target: { tabId }, files: ["page.js"] });
  const [result] = await browser.scripting.executeScript({
    target: { tabId },
    func: () => globalThis.clipper?.asFile(),
  });
  if (!result?.result) throw new Error("nothing was read");
  return new Blob([result.result], { type: "text/html" });
}

/** What the tab in front shows, as a picture; undefined where browsers let no extension see it. */
export async function shotOfWindow(
  windowId: number | undefined,
  quality: number,
): Promise<string | undefined> {
  const options = { format: "jpeg" as const, quality };
  const shot =
    windowId === undefined
      ? browser.tabs.captureVisibleTab(options)
      : browser.tabs.captureVisibleTab(windowId, options);
  return shot.catch(() => undefined);
}

/** The bytes of a picture as the page sees it, signed in or not; undefined where the page may not read it. */
export async function pictureFromTab(tabId: number, address: string): Promise<Blob | undefined> {
  try {
    const [result] = await browser.scripting.executeScript({
      target: { tabId },
      args: [address],
      func: fetchAsDataUrl,
    });
    const url = result?.result as string | undefined;
    return url ? await (await fetch(url)).blob() : undefined;
  } catch {
    return undefined;
  }
}

/** Runs in the page: it may use nothing from outside itself. */
async function fetchAsDataUrl(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { cache: "force-cache" });
    const blob = await response.blob();
    if (!response.ok || !blob.type.startsWith("image/")) return undefined;
    return await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = () => resolve(undefined);
      reader.readAsDataURL(blob);
    });
  } catch {
    return undefined;
  }
}
