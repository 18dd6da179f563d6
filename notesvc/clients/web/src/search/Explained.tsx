/** What can be asked for, shown while nothing is; each line writes itself into the box. */

import { useState } from "react";
import { t } from "../i18n";
import { earlierSearches, forgetSearches } from "./earlier";

const EXAMPLES = [
  ['"…"', "phrase"],
  ["-", "not"],
  ["OR", "or"],
  ["( )", "brackets"],
  ["tag:", "tag"],
  ["person:", "person"],
  ["title:", "title"],
  ["in:", "in"],
  ["has:", "has"],
  ["is:journal", "isJournal"],
  ["is:trashed", "isTrashed"],
  ["after:", "after"],
  ["before:", "before"],
] as const;

const WRITTEN: Record<string, string> = { '"…"': '"', OR: "OR ", "( )": "(" };

interface Props {
  onSearch: (query: string) => void;
  onWrite: (start: string) => void;
}

export function Explained({ onSearch, onWrite }: Props) {
  return (
    <>
      <Earlier onSearch={onSearch} />
      <h2>{t("shell.searching.explained")}</h2>
      <ul className="search-explained">
        {EXAMPLES.map(([operator, name]) => (
          <li key={operator}>
            <button type="button" onClick={() => onWrite(WRITTEN[operator] ?? operator)}>
              <code>{operator}</code>
              <span>{t(`shell.searching.operators.${name}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="lead">{t("shell.searching.signs")}</p>
    </>
  );
}

function Earlier({ onSearch }: Pick<Props, "onSearch">) {
  const [searches, setSearches] = useState(earlierSearches);
  if (searches.length === 0) return null;
  return (
    <>
      <h2>{t("shell.searching.earlier")}</h2>
      <ul className="search-earlier">
        {searches.map((query) => (
          <li key={query}>
            <button type="button" className="search-chip" onClick={() => onSearch(query)}>
              <bdi>{query}</bdi>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="link-button"
            onClick={() => {
              forgetSearches();
              setSearches([]);
            }}
          >
            {t("shell.searching.forget")}
          </button>
        </li>
      </ul>
    </>
  );
}
