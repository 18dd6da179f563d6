/** Bytes as people read and write them. */
import { locale } from "./dates";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const STEP = 1_000;
export const MEGABYTE = STEP * STEP;

/** "1.5 MB", "200 bytes", in the language of the app. */
export function size(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  return new Intl.NumberFormat(locale(), {
    style: "unit",
    unit: UNITS[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / STEP ** power);
}

export const count = (number: number): string => new Intl.NumberFormat(locale()).format(number);

/** A number of megabytes as typed, in bytes; null for nothing typed, undefined for what is none. */
export function bytesOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text)) return undefined;
  return Math.round(Number(text) * MEGABYTE);
}
