import { element } from "../ui/dom.ts";
import { words } from "../words/index.ts";

/** A part of a picture, from 0 to 1 of its width and height. */
interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 };
const STEP = 0.02;
const LEAST = 0.02;

/** A screenshot of which a part can be chosen, with the pointer or with the arrow keys. */
export class Crop {
  readonly box: HTMLDivElement;
  readonly #frame = element("div", { class: "frame" });
  #part: Part = WHOLE;

  constructor(private readonly shot: string) {
    const image = element("img", { src: shot, alt: "", draggable: "false" });
    this.box = element("div", {
      tabindex: 0,
      role: "application",
      "aria-label": words.crop,
      title: words.crop,
    });
    this.box.append(image, this.#frame);
    this.box.addEventListener("pointerdown", (event) => this.#drag(event));
    this.box.addEventListener("keydown", (event) => this.#onKey(event));
    this.#draw();
  }

  /** The chosen part as a file. */
  async blob(): Promise<Blob> {
    const picture = await createImageBitmap(await (await fetch(this.shot)).blob());
    const { left, top, width, height } = this.#part;
    const size = { width: Math.round(width * picture.width), height: Math.round(height * picture.height) };
    const canvas = new OffscreenCanvas(Math.max(1, size.width), Math.max(1, size.height));
    const from: [number, number] = [left * picture.width, top * picture.height];
    canvas
      .getContext("2d")
      ?.drawImage(picture, ...from, size.width, size.height, 0, 0, canvas.width, canvas.height);
    return canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
  }

  #drag(began: PointerEvent): void {
    this.box.setPointerCapture(began.pointerId);
    const start = this.#placeOf(began);
    const move = (event: PointerEvent) => {
      const end = this.#placeOf(event);
      const width = Math.abs(end.x - start.x);
      const height = Math.abs(end.y - start.y);
      const isClick = width < LEAST && height < LEAST;
      this.#part = isClick
        ? WHOLE
        : { left: Math.min(start.x, end.x), top: Math.min(start.y, end.y), width, height };
      this.#draw();
    };
    this.box.addEventListener("pointermove", move);
    this.box.addEventListener("pointerup", () => this.box.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  #placeOf(event: PointerEvent): { x: number; y: number } {
    const area = this.box.getBoundingClientRect();
    const within = (value: number) => Math.max(0, Math.min(1, value));
    return {
      x: within((event.clientX - area.left) / area.width),
      y: within((event.clientY - area.top) / area.height),
    };
  }

  #onKey(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const [x, y] = moves[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    const { left, top, width, height } = this.#part;
    const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));
    this.#part = event.shiftKey
      ? {
          left,
          top,
          width: Math.max(LEAST, clamp(width + x, 1 - left)),
          height: Math.max(LEAST, clamp(height + y, 1 - top)),
        }
      : { left: clamp(left + x, 1 - width), top: clamp(top + y, 1 - height), width, height };
    this.#draw();
  }

  #draw(): void {
    const { left, top, width, height } = this.#part;
    this.#frame.hidden = width === 1 && height === 1;
    const sides = { left, top, width, height };
    for (const [name, value] of Object.entries(sides)) this.#frame.style.setProperty(name, `${value * 100}%`);
  }
}
