/** The handles of a row and a column, by their names. */
import { TableHandle, type TableHandleProps } from "@blocknote/react";
import { IconGripVertical } from "@tabler/icons-react";
import { t } from "../../i18n";

export function NamedTableHandle(props: TableHandleProps) {
  const name = t(props.orientation === "row" ? "editor.tools.row" : "editor.tools.column");
  return (
    <TableHandle {...props}>
      <IconGripVertical size={18} stroke={1.5} role="img" aria-label={name} />
    </TableHandle>
  );
}
