import { browser } from "../browser.ts";
import { read, write } from "../store/settings.ts";
import { openPanel } from "../worker/panel.ts";

/** Show the settings. From the service's own page about the clipper, its address is known. */
export async function openSettings(from: string): Promise<void> {
  const { address } = await read("address");
  if (!address && /^https?:.*\/settings\/clipper\/?$/.test(from))
    await write({ address: new URL(from).origin });
  await browser.runtime.openOptionsPage();
  window.close();
}

/** Show the list of clips. */
export async function openList(windowId: number | undefined): Promise<void> {
  await openPanel(windowId);
  window.close();
}
