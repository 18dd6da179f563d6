import { browser } from "../browser.ts";

/** Show the list of clips beside the page where the browser can, else in a tab. To be called from a click. */
export async function openPanel(windowId: number | undefined): Promise<void> {
  const sidebar = (browser as { sidebarAction?: { open(): Promise<void> } }).sidebarAction;
  try {
    if (sidebar) return await sidebar.open();
    if (browser.sidePanel && windowId !== undefined) return await browser.sidePanel.open({ windowId });
  } catch {
    // Browsers that have the panel in name only.
  }
  await browser.tabs.create({ url: browser.runtime.getURL("panel.html") });
}

/** A click on the button goes on opening the popup. */
export function openPanelBesideClicks(): void {
  browser.sidePanel?.setPanelBehavior?.({ openPanelOnActionClick: false }).catch(() => undefined);
}
