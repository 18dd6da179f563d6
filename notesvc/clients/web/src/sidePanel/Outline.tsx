/** The headings of the note as it is typed; following one shows it. */
import type { SurfaceHandle } from "../editor/surface";
import { t } from "../i18n";
import type { OpenNote } from "../saving/document";
import { useHeadings } from "./live";

interface Props {
  open: OpenNote;
  surface: SurfaceHandle | null;
  /** After one was followed, where the rail covers the note. */
  onGone?: (() => void) | undefined;
}

const MOST = 500;

export function Outline({ open, surface, onGone }: Props) {
  const headings = useHeadings(open);
  const least = Math.min(...headings.map((heading) => heading.level));
  if (headings.length === 0)
    return <p className="rail-said">{open.note ? t("sidePanel.outline.empty") : null}</p>;
  return (
    <nav aria-label={t("sidePanel.tab.outline")}>
      <ol className="outline">
        {headings.slice(0, MOST).map((heading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two headings may say the same
          <li key={index} style={{ "--depth": heading.level - least }}>
            <button
              type="button"
              dir="auto"
              title={heading.text}
              onClick={() => {
                onGone?.();
                surface?.reveal(heading.text);
              }}
            >
              {heading.text}
            </button>
          </li>
        ))}
      </ol>
      {headings.length > MOST && (
        <p className="rail-said">{t("sidePanel.outline.more", { count: headings.length - MOST })}</p>
      )}
    </nav>
  );
}
