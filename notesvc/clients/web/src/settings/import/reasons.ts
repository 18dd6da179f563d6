/** Why the service did not take a file, and sizes as people say them. */
import { Problem } from "../../api";
import { t } from "../../i18n";
import { locale } from "../../i18n/dates";
import { sentence } from "../../i18n/problem";

/** Why the service did not take the file. */
export function refusalOf(error: unknown): string {
  const [first] = error instanceof Problem ? error.errors : [];
  const isPlain = error instanceof Problem && /no markdown/.test(error.detail);
  return sentence(error, {
    thrown: t("settings.import.problem.unreadable"),
    unreachable: t("settings.import.problem.away"),
    too_large: t("settings.import.problem.tooLarge"),
    rate_limited: t("settings.import.problem.tooManyWaiting"),
    not_found: t("settings.import.problem.folder"),
    unsupported_media_type: isPlain ? error.words : t("settings.import.problem.kind"),
    file: first?.message === "is empty" ? t("settings.import.problem.empty") : first?.words,
  });
}

/** Bytes as people say them. */
export function size(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1_024 ** power;
  return new Intl.NumberFormat(locale(), {
    style: "unit",
    unit: units[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: amount < 10 && power > 0 ? 1 : 0,
  }).format(amount);
}
