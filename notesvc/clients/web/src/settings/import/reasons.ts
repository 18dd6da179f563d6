/** Why a file was left out or refused, in the language of the app; what is not known here stands as it was told. */
import { Problem } from "../../api";
import { t } from "../../i18n";
import { locale } from "../../i18n/dates";
import { sentence } from "../../i18n/problem";

type Words = (...found: string[]) => string;

const ARCHIVE: [RegExp, Words][] = [
  [/made to unpack/, () => t("settings.import.problem.bomb")],
  [/unpacks to more than/, () => t("settings.import.problem.tooMuch")],
  [/more than \d+ entries/, () => t("settings.import.problem.tooMany")],
  [/entries overlap/, () => t("settings.import.problem.overlap")],
  [/zip archive is damaged/, () => t("settings.import.problem.damaged")],
];

const FILES: [RegExp, Words][] = [
  [/^its file is not in the archive$/, () => t("settings.import.reasons.notInArchive")],
  [/^it is damaged$/, () => t("settings.import.reasons.damaged")],
  [/^it cannot be read$/, () => t("settings.import.reasons.unreadable")],
  [/^it has no content$/, () => t("settings.import.reasons.noContent")],
  [/^it is a symbolic link$/, () => t("settings.import.reasons.link")],
  [/^it is no file$/, () => t("settings.import.reasons.noFile")],
  [/^it is encrypted$/, () => t("settings.import.reasons.encrypted")],
  [/^it is packed in a way/, () => t("settings.import.reasons.packed")],
  [/^the name holds a NUL/, () => t("settings.import.reasons.nul")],
  [/^the name is an absolute path$/, () => t("settings.import.reasons.absolute")],
  [/^the name is empty$/, () => t("settings.import.reasons.noName")],
  [/^the name is too long$/, () => t("settings.import.reasons.longName")],
  [/^the name leads out/, () => t("settings.import.reasons.leadsOut")],
  [/^it is larger than (\d+) bytes$/, (bytes) => t("settings.import.reasons.large", { size: size(+bytes!) })],
  [/^folders go at most (\d+) levels/, (count) => t("settings.import.reasons.deep", { count: +count! })],
  [/^somebody of that name/, () => t("settings.import.reasons.person")],
  [/^the tag has a colour/, () => t("settings.import.reasons.tag")],
  [/^(\S+) has a journal entry already/, (date) => t("settings.import.reasons.journal", { date: date! })],
  [/^its folder was deleted/, () => t("settings.import.reasons.folderGone")],
  [/^the file is not UTF-8/, () => t("settings.import.reasons.latin")],
  [/^NUL characters were dropped$/, () => t("settings.import.reasons.nulDropped")],
  [/^properties that are too large/, () => t("settings.import.reasons.properties")],
  [/^tags that are none/, () => t("settings.import.reasons.tags")],
  [/^hidden files are left out$/, () => t("settings.import.reasons.hidden")],
  [/^a later entry has the same name$/, () => t("settings.import.reasons.twin")],
  [/^the front matter is too large/, () => t("settings.import.reasons.frontMatter")],
];

/** What the report says of a file; it may be several remarks. */
export function reasonOf(told: string): string {
  return told
    .split("; ")
    .map((part) => match(part, [...FILES, ...ARCHIVE]) ?? part)
    .join("; ");
}

/** Why the service did not take the file. */
export function refusalOf(error: unknown): string {
  const told = error instanceof Problem ? (error.errors[0]?.message ?? error.detail) : "";
  return sentence(error, {
    thrown: t("settings.import.problem.unreadable"),
    unreachable: t("settings.import.problem.away"),
    too_large: t("settings.import.problem.tooLarge"),
    rate_limited: t("settings.import.problem.tooManyWaiting"),
    not_found: t("settings.import.problem.folder"),
    file: told === "is empty" ? t("settings.import.problem.empty") : undefined,
    unsupported_media_type: t(
      /no markdown/.test(told) ? "settings.import.problem.noMarkdown" : "settings.import.problem.kind",
    ),
    other: match(told, ARCHIVE),
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

function match(told: string, table: [RegExp, Words][]): string | undefined {
  for (const [pattern, words] of table) {
    const found = pattern.exec(told);
    if (found) return words(...found.slice(1));
  }
  return undefined;
}
