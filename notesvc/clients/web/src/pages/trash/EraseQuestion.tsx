/** Before anything is removed for good: what will be lost. */
import { t } from "../../i18n";
import { Confirm } from "../../ui/Confirm";
import type { TrashRow } from "./contents";
import { erase, named } from "./trash-writing";

const NAMED = 5;

interface Props {
  rows: readonly TrashRow[];
  onClose: () => void;
  onErased: () => void;
}

export function EraseQuestion({ rows, onClose, onErased }: Props) {
  const within = rows.reduce((sum, row) => sum + row.notes, 0);
  const rest = rows.length - NAMED;
  return (
    <Confirm
      title={t("pages.trash.eraseTitle", { count: rows.length })}
      action={t("pages.trash.erase")}
      isDanger
      onYes={() => erase(rows).then(onErased)}
      onClose={onClose}
    >
      <ul>
        {rows.slice(0, NAMED).map((row) => (
          <li key={row.id} className="confirm-name">
            <span>{named(row)}</span>
          </li>
        ))}
        {rest > 0 && <li>{t("pages.showMore", { count: rest })}</li>}
      </ul>
      {within > 0 && <p>{t("pages.trash.eraseWithin", { count: within })}</p>}
      <p>{t("pages.trash.eraseText")}</p>
    </Confirm>
  );
}
