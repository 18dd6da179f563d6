/** Pictures of a note seen large over the page: which one was asked for, and those around it. */
import { createContext, useSyncExternalStore } from "react";
import { namedWidth } from "./embeds";

export interface ViewedPicture {
  src: string;
  name: string;
  caption: string;
  /** The address of the file; empty where it has none. */
  original: string;
}

export interface Viewed {
  pictures: ViewedPicture[];
  at: number;
  /** Gives the focus back, at the picture that was shown last. */
  leave: (at: number) => void;
}

/** Whether pictures are opened by a press: true in a text to read. */
export const OpensPictures = createContext(false);

const PICTURES = "img.picture, img.bn-visual-media, img.raw-picture";
const TEXT = ".note-to-read, .note-surface, .note-text";
const AROUND = "figure, .bn-block-content";

const listeners = new Set<() => void>();
let viewed: Viewed | null = null;

function set(to: Viewed | null): void {
  viewed = to;
  for (const tell of listeners) tell();
}

export const viewer = {
  /** `back` gives the focus back in the end; by itself it goes to what opens the picture that was shown last. */
  open(image: HTMLImageElement, back: (last: HTMLImageElement) => void = wayBack(image)): void {
    const all = [...(image.closest(TEXT)?.querySelectorAll<HTMLImageElement>(PICTURES) ?? [image])];
    const shown = all.filter((each) => each === image || !isBroken(each));
    const leave = (at: number) => {
      const last = shown[at] ?? image;
      last.scrollIntoView({ block: "nearest" });
      back(last);
    };
    set({ pictures: shown.map(pictureOf), at: Math.max(0, shown.indexOf(image)), leave });
  },
  close: (): void => set(null),
};

export const useViewed = (): Viewed | null =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => viewed,
  );

/** The picture within an element that was pressed, if it is one to look at. */
export const pictureIn = (target: EventTarget | null): HTMLImageElement | null =>
  target instanceof Element ? target.closest<HTMLImageElement>(PICTURES) : null;

const isBroken = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0;

function pictureOf(image: HTMLImageElement): ViewedPicture {
  const original = image.dataset.original ?? image.getAttribute("src") ?? "";
  return {
    src: image.currentSrc || image.src,
    name: namedWidth(image.alt).name,
    caption: image.closest(AROUND)?.querySelector("figcaption")?.textContent ?? "",
    original: original.startsWith("data:") ? "" : original,
  };
}

/** The text to read may have become one to write in meanwhile. */
function wayBack(image: HTMLImageElement): (last: HTMLImageElement) => void {
  const opener = document.activeElement;
  const place = image.closest(".note-place");
  return (last) => {
    const text = place?.querySelector("[contenteditable=true], .note-to-read");
    const back = [last.closest(".picture-opener"), opener, text].find((each) => each?.isConnected);
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
}
