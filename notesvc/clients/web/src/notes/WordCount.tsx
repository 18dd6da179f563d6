/** How long a note is. */
import type { Block } from "../blocks";
import { t } from "../i18n";
import { locale } from "../i18n/dates";
import { textOf } from "../saving/blockText";
import type { Snapshot } from "../saving/noteState";
import { Dialog } from "../ui/Dialog";
import { counted } from "./counting";

export default function WordCount({ view, onClose }: { view: Snapshot; onClose: () => void }) {
  const { note, surface } = view;
  const text = surface === "raw" ? (note?.content ?? "") : textOf((note?.richContent ?? []) as Block[]);
  const counts = counted(text, locale());
  const names = ["words", "characters", "noSpaces", "paragraphs", "minutes"] as const;
  return (
    <Dialog size="xs" onClose={onClose} title={t("notes.count.title")}>
      <dl className="note-count">
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`notes.count.${name}`)}</dt>
            <dd>{counts[name].toLocaleString(locale())}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
