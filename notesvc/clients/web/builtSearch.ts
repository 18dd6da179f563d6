/**
 * What a search page needs to be read before the app is there: the app's words, which the service puts into it
 * (`text/first_view/search.py`), and a script for what the device alone knows: the language, where it is another one
 * than the service took it to be, and the dates in the person's own time.
 */
import arCommon from "./src/i18n/ar/common.ts";
import arShell from "./src/i18n/ar/shell.ts";
import deCommon from "./src/i18n/de/common.ts";
import deShell from "./src/i18n/de/shell.ts";
import enCommon from "./src/i18n/en/common.ts";
import enShell from "./src/i18n/en/shell.ts";
import esCommon from "./src/i18n/es/common.ts";
import esShell from "./src/i18n/es/shell.ts";
import jaCommon from "./src/i18n/ja/common.ts";
import jaShell from "./src/i18n/ja/shell.ts";

const SPOKEN = {
  en: [enShell, enCommon],
  de: [deShell, deCommon],
  es: [esShell, esCommon],
  ja: [jaShell, jaCommon],
  ar: [arShell, arCommon],
} as const;
const SHOWN =
  /^(titled|placeholder|clear|filters|tag|person|folder|changed|after|before|title|has|not|takeOut|journal|trashed|results|count_\w+|nothing|nothingHint|searchedFor|alsoKnownAs)$/;

const CATALOGUES = Object.fromEntries(
  Object.entries(SPOKEN).map(([language, [shell, common]]) => [
    language,
    {
      ...Object.fromEntries(Object.entries(shell.searching).filter(([name]) => SHOWN.test(name))),
      searchCommand: shell.searchCommand,
      untitled: common.untitled,
      moment: common.moment,
    },
  ]),
);

export const SEARCH_WORDS = JSON.stringify(CATALOGUES);

/** Its dates are those of i18n/dates.ts. */
export const SEARCH_SCRIPT = `    <script nonce="__NONCE__">
      {
        const view = document.getElementById("first-view");
        const { lang, dir } = document.documentElement;
        Object.assign(view, { lang, dir });
        const words = JSON.parse(document.getElementById("first-words").textContent)[lang];
        for (const place of view.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
        for (const place of view.querySelectorAll("[data-label]")) place.ariaLabel = words[place.dataset.label];
        view.querySelector("input").placeholder = words.placeholder;
        const region = navigator.languages.find((each) => each.split("-")[0] === lang) ?? lang;
        const locale = lang === "ar" ? region.split("-u-")[0] + "-u-ca-gregory-nu-latn" : region;
        const { clock = "auto" } = window.keptLook;
        const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", ...(clock !== "auto" && { hourCycle: clock }) });
        const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
        const midnight = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
        const apart = (text) => (lang === "ar" ? "\\u2068" + text + "\\u2069" : text);
        const now = new Date();
        for (const place of view.querySelectorAll("[data-day]")) {
          const noon = new Date(place.dataset.day + "T12:00");
          const year = noon.getFullYear() === now.getFullYear() ? undefined : "numeric";
          const parts = { weekday: "short", day: "numeric", month: "short", year };
          place.textContent = new Intl.DateTimeFormat(locale, parts).format(noon);
        }
        for (const place of view.querySelectorAll("time")) {
          const date = new Date(place.dateTime);
          const days = Math.round((midnight(date) - midnight(now)) / 86400000);
          const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
          place.textContent =
            days === 0 || days === -1
              ? words.moment
                  .replace("{{day}}", apart(relative.format(days, "day")))
                  .replace("{{time}}", apart(time.format(date)))
              : new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year }).format(date);
        }
      }
    </script>
`;
