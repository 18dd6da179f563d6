/** How large pictures are: their room is there before they have come. The service tells it with a note; one seen, too. */
import { api } from "../api";

export interface PictureSize {
  width: number;
  height: number;
}

const FILE = /\/files\/([0-9a-f-]{36})\//i;
const TOLD = /([0-9a-f-]{36})=(\d+)x(\d+)/g;
const sizes = new Map<string, PictureSize>();

const idOf = (url: string): string => FILE.exec(url)?.[1]?.toLowerCase() ?? "";

/** Undefined where it is not known, as of pictures from elsewhere. */
export const sizeOfPicture = (url: string): PictureSize | undefined => sizes.get(idOf(url));

/** What a header `Picture-Sizes` tells. */
export function learnSizes(told: string): void {
  for (const [, id, width, height] of told.matchAll(TOLD))
    sizes.set(id!, { width: Number(width), height: Number(height) });
}

/** A picture has come. */
export function learnSize(
  url: string,
  { naturalWidth: width, naturalHeight: height }: HTMLImageElement,
): void {
  const id = idOf(url);
  if (id && width > 0) sizes.set(id, { width, height });
}

api.use({
  onResponse: ({ response }) => {
    learnSizes(response.headers.get("Picture-Sizes") ?? "");
  },
});
