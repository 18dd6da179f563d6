/** Which part of a graph is on the screen: scene to screen and back. */

export interface View {
  /** Screen pixels for one unit of the scene. */
  scale: number;
  /** Where the scene's origin is on the screen. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

const SMALLEST = 0.04;
const LARGEST = 6;

export const toScreen = (view: View, x: number, y: number): [number, number] => [
  x * view.scale + view.x,
  y * view.scale + view.y,
];

export const toScene = (view: View, x: number, y: number): [number, number] => [
  (x - view.x) / view.scale,
  (y - view.y) / view.scale,
];

/** The view so many times as near, with the point of the screen that stays where it is. */
export function nearer(view: View, times: number, x: number, y: number): View {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, view.scale * times));
  const by = scale / view.scale;
  return { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
}

/** The view in which all of the rectangle can be seen. */
export function fitting(
  bounds: { left: number; top: number; right: number; bottom: number },
  size: Size,
  margin: number,
): View {
  const width = Math.max(1, bounds.right - bounds.left);
  const height = Math.max(1, bounds.bottom - bounds.top);
  const room = { width: Math.max(1, size.width - 2 * margin), height: Math.max(1, size.height - 2 * margin) };
  const scale = Math.min(1.4, Math.max(SMALLEST, Math.min(room.width / width, room.height / height)));
  return {
    scale,
    x: size.width / 2 - ((bounds.left + bounds.right) / 2) * scale,
    y: size.height / 2 - ((bounds.top + bounds.bottom) / 2) * scale,
  };
}
