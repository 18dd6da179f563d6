/** The room of a picture, as styles of `blocks.css` hold it. */
import type { CSSProperties } from "react";
import { sizeOfPicture } from "../state/pictureSizes";

/** Undefined where nothing is known of its size: then it takes its room when it comes. */
export function roomOf(url: string): CSSProperties | undefined {
  const size = sizeOfPicture(url);
  return size && ({ "--picture-width": size.width, "--picture-height": size.height } as CSSProperties);
}
