/** Notes that speak of this one, each with the lines where it does. */
import { type ReactNode, useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { HoverPreview } from "../../render/HoverPreview";
import { Marked } from "../../search/marked";
import type { Backlink } from "../../state/links";
import { Link } from "../../ui/Link";

const PAGE = 40;
const OPEN_UP_TO = 12;

interface Props {
  title: string;
  sources: readonly Backlink[];
  /** What to say where there are none; nothing is shown at all without it. */
  empty: string;
  isFolded?: boolean;
  children?: ReactNode;
}

export function Sources({ title, sources, empty, isFolded = false, children }: Props) {
  const [shown, setShown] = useState(PAGE);
  if (sources.length === 0 && empty === "") return null;
  const total = sources.reduce((sum, source) => sum + source.count, 0);
  return (
    <details className="rail-section" open={!isFolded}>
      <summary>
        {title} <span className="rail-count">{total}</span>
      </summary>
      {sources.length === 0 && <p className="rail-said">{empty}</p>}
      {sources.length > 0 && children}
      <ul className="sources">
        {sources.slice(0, shown).map((source) => (
          <Source key={source.note.id} source={source} isOpen={sources.length <= OPEN_UP_TO} />
        ))}
      </ul>
      {sources.length > shown && (
        <button type="button" className="rail-act" onClick={() => setShown(shown + 5 * PAGE)}>
          {t("sidePanel.links.more", { count: sources.length - shown })}
        </button>
      )}
    </details>
  );
}

function Source({ source: { note, snippets, count }, isOpen }: { source: Backlink; isOpen: boolean }) {
  const name = nameOfNote(note.name);
  const link = (
    <HoverPreview noteId={note.id}>
      <Link href={to.note(note.id)} title={name}>
        <bdi>{name}</bdi>
      </Link>
    </HoverPreview>
  );
  return (
    <li className="source">
      <div className="source-name">
        {link}
        {count > 1 && (
          <span className="rail-count" title={t("sidePanel.links.times", { count })}>
            {count}
          </span>
        )}
      </div>
      <Snippets snippets={snippets} most={isOpen ? 3 : 1} />
    </li>
  );
}

function Snippets({ snippets, most }: { snippets: readonly string[]; most: number }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? snippets : snippets.slice(0, most);
  return (
    <>
      {shown.map((snippet, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
        <p className="snippet" dir="auto" key={index}>
          <Marked excerpt={snippet} />
        </p>
      ))}
      {snippets.length > most && (
        <button
          type="button"
          className="rail-act is-small"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? t("sidePanel.links.fewer") : t("sidePanel.links.lines", { count: snippets.length - most })}
        </button>
      )}
    </>
  );
}
