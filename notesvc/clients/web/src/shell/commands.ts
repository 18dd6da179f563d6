/** What can be done by name or by key: one list behind the palette, the shortcuts and the list of them under `?`. */
import { useLayoutEffect, useRef, useState } from "react";

export interface Command {
  /** Unique, such as `note.rename`; a second command of the same id replaces the first while it is there. */
  id: string;
  name: string;
  /** As `mod+k`, `mod+shift+e`, `alt+ArrowUp`, `?`; `mod` is Ctrl, and ⌘ on a Mac. */
  keys?: string;
  group: "go" | "note" | "create" | "view" | "workspace";
  /** Left out of the palette: it would make no sense there. */
  isHidden?: boolean;
  run: () => void;
}

const stack: Command[][] = [];
const listeners = new Set<() => void>();
let present: readonly Command[] = [];

/** Offer these commands while the component is shown. They may change with each rendering. */
export function useCommands(commands: Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const names = commands.map((command) => `${command.id} ${command.name} ${command.keys ?? ""}`).join("\n");
  // A key that is pressed as soon as the page is seen counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say when the list is another one
  useLayoutEffect(() => {
    const layer = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find((now) => now.id === command.id)?.run(),
    }));
    stack.push(layer);
    publish();
    return () => {
      stack.splice(stack.indexOf(layer), 1);
      publish();
    };
  }, [names]);
}

/** All commands that are on offer now. */
export function useAllCommands(): readonly Command[] {
  const [all, setAll] = useState(present);
  // Listens before what stands around it offers its own: all are there when the page is first painted.
  useLayoutEffect(() => {
    const tell = () => setAll(present);
    tell();
    listeners.add(tell);
    return () => void listeners.delete(tell);
  }, []);
  return all;
}

/** Run the command that the key stands for. Keys without a modifier stay with the field that has the focus. */
export function runByKey(event: KeyboardEvent): boolean {
  if (event.isComposing || event.defaultPrevented) return false;
  const command = present.find((each) => each.keys !== undefined && isPressed(each.keys, event));
  if (command === undefined || (!hasModifier(command.keys ?? "") && isTyping(event.target))) return false;
  event.preventDefault();
  command.run();
  return true;
}

/** Run the command of this id, if it is on offer. */
export function runCommand(id: string): void {
  present.find((command) => command.id === id)?.run();
}

export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** The keys as people read them: `Ctrl+K`, on a Mac `⌘K`. */
export function shown(keys: string): string {
  const words: Record<string, string> = isMac
    ? { mod: "⌘", shift: "⇧", alt: "⌥", ArrowUp: "↑", ArrowDown: "↓" }
    : { mod: "Ctrl", shift: "Shift", alt: "Alt", ArrowUp: "↑", ArrowDown: "↓" };
  return keys
    .split("+")
    .map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(isMac ? "" : "+");
}

function publish(): void {
  const byId = new Map(stack.flat().map((command) => [command.id, command]));
  present = [...byId.values()];
  for (const tell of listeners) tell();
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split("+");
  const key = parts.pop() ?? "";
  const isMod = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  const wantsMod = parts.includes("mod");
  if (wantsMod ? !isMod : event.ctrlKey || event.metaKey) return false;
  if (parts.includes("alt") !== event.altKey) return false;
  // A sign such as ? needs Shift on most keyboards already.
  if (/^[a-z0-9]$|^Arrow/i.test(key) && parts.includes("shift") !== event.shiftKey) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

const hasModifier = (keys: string) => /\b(mod|alt)\+/.test(keys);

/** Whether its letters are for a field or a text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
