/** A note in the trash, to read. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Block } from "../../blocks";
import { t } from "../../i18n";
import { noteQuery } from "../../state/notes";
import { Dialog } from "../../ui/Dialog";
import { Shown } from "../../ui/States";
import type { TrashRow } from "./contents";
import { named } from "./trash-writing";

const Blocks = lazy(async () => ({ default: (await import("../../render/Blocks")).Blocks }));

interface Props {
  row: TrashRow;
  onClose: () => void;
  onRestore: () => void;
  onErase: () => void;
}

export function Preview({ row, onClose, onRestore, onErase }: Props) {
  const note = useQuery(noteQuery(row.id));
  return (
    <Dialog size="lg" onClose={onClose} title={<span className="confirm-title">{named(row)}</span>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="trash-text" tabIndex={0} aria-label={named(row)}>
        <Shown query={note}>
          {(shown) =>
            shown.content.trim() === "" ? (
              <p className="lead">{t("pages.trash.noText")}</p>
            ) : (
              <Suspense fallback={null}>
                <Blocks blocks={(shown.richContent ?? []) as Block[]} noteId={row.id} />
              </Suspense>
            )
          }
        </Shown>
      </section>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onErase}>
          {t("pages.trash.erase")}
        </Button>
        <Button onClick={onRestore}>{t("pages.trash.restore")}</Button>
      </div>
    </Dialog>
  );
}
