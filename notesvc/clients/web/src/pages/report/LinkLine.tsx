/** A link that leads nowhere or to several notes, with the note that it stands in. */
import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { failed } from "../../notices";
import { Link } from "../../ui/Link";
import { createMissing, type LinkRow } from "./report";
import "../../ui/row-name.css";

export function LinkLine({ row, isBroken }: { row: LinkRow; isBroken: boolean }) {
  const label = row.title === null ? t("pages.report.goneNote") : row.label;
  const name = nameOfNote(row.note.name);
  return (
    <div className="link-row">
      <span className="note-row-icon" aria-hidden>
        {row.note.icon || <IconFileText size={16} stroke={1.5} />}
      </span>
      <Link className="row-name note-row-name" href={to.note(row.note.id)} title={name}>
        <bdi>{name}</bdi>
      </Link>
      <span className="link-label" title={row.label}>
        <bdi>{row.title === null ? label : `[[${label}]]`}</bdi>
      </span>
      {isBroken && row.title !== null && <Create row={row} title={row.title} />}
    </div>
  );
}

function Create({ row, title }: { row: LinkRow; title: string }) {
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    await createMissing(title, row.note).catch((error) => failed(error, t("pages.report.notCreated")));
    setBusy(false);
  };
  return (
    <Button
      className="link-act"
      size="compact-xs"
      variant="subtle"
      loading={isBusy}
      onClick={() => void create()}
      aria-label={t("pages.report.createNamed", { title })}
    >
      {t("pages.report.create")}
    </Button>
  );
}
