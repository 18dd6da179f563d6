/** Keys as a browser sends them, where there is none: nothing has a place, so each line is the first and last of its block. */
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
HTMLCanvasElement.prototype.getContext = () => null;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const CODES: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};

/** Press a key, as `Control+Shift+z` is one; whether it was taken. */
export function pressIn(element: HTMLElement, name: string): boolean {
  const modifiers = name.split("+");
  const key = modifiers.pop() ?? "";
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0;
  const event = new KeyboardEvent("keydown", {
    key,
    keyCode: CODES[key] ?? letter,
    shiftKey: modifiers.includes("Shift"),
    ctrlKey: modifiers.includes("Control"),
    altKey: modifiers.includes("Alt"),
    bubbles: true,
    cancelable: true,
  });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}
