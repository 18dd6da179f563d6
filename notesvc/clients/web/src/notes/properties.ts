/** Properties of a note: what kind of value each is, and one kind turned into another. */
import { itemsOf, listed } from "../i18n";

export type PropertyType = "text" | "number" | "checkbox" | "date" | "list" | "link" | "json";
export type Properties = Record<string, unknown>;

/** The kinds that a person may choose; JSON is what came from elsewhere, shown as it is. */
export const TYPES: PropertyType[] = ["text", "number", "checkbox", "date", "list", "link"];

export function typeOf(value: unknown): PropertyType {
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "checkbox";
  if (Array.isArray(value)) return value.every((item) => typeof item === "string") ? "list" : "json";
  if (typeof value !== "string") return value === null ? "text" : "json";
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return "date";
  return /^https?:\/\/\S+$/.test(value) ? "link" : "text";
}

/** The value as one of another kind, as far as it makes sense there. */
export function retyped(value: unknown, type: PropertyType): unknown {
  const text = textOf(value);
  switch (type) {
    case "number": {
      const number = Number(text.replace(",", "."));
      return Number.isFinite(number) ? number : 0;
    }
    case "checkbox":
      return /^(true|yes|ja|1|x)$/i.test(text.trim());
    case "date": {
      const date = /\d{4}-\d{2}-\d{2}/.exec(text);
      return date ? date[0] : new Date().toISOString().slice(0, 10);
    }
    case "list":
      return itemsOf(text);
    case "link":
      return /^https?:\/\//.test(text) ? text : `https://${text.trim()}`;
    default:
      return text;
  }
}

export const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return listed(value);
  return value === null || value === undefined ? "" : JSON.stringify(value);
};

/** The properties with one of them renamed, in its place. */
export function renamed(properties: Properties, from: string, to: string): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name === from ? to : name, value]),
  );
}

export function without(properties: Properties, name: string): Properties {
  const { [name]: _, ...rest } = properties;
  return rest;
}

/** "Property", "Property 2": a name that none has yet. */
export function freeName(properties: Properties, wanted: string): string {
  let name = wanted;
  for (let number = 2; name in properties; number++) name = `${wanted} ${number}`;
  return name;
}
