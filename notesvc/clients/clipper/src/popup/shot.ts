import { shotOfWindow } from "../page/tab.ts";
import { byId } from "../ui/dom.ts";
import { Crop } from "./crop.ts";

/** The screenshot in the popup, while there is one. */
export class Shot {
  #crop: Crop | undefined;

  /** Take one of what the page shows; answers whether the browser allowed it. */
  async take(isWanted: () => boolean): Promise<boolean> {
    const shot = await shotOfWindow(undefined, 95);
    if (!shot || !isWanted()) return false;
    this.#crop = new Crop(shot);
    byId("shot").replaceChildren(this.#crop.box);
    byId("shot").hidden = false;
    return true;
  }

  hide(): void {
    this.#crop = undefined;
    byId("shot").hidden = true;
  }

  /** The chosen part as a file. */
  async blob(): Promise<Blob | undefined> {
    return this.#crop?.blob();
  }
}
