/** The edges of a table by which it grows, by their names. */
import { ExtendButton, type ExtendButtonProps } from "@blocknote/react";
import { IconPlus } from "@tabler/icons-react";
import { t } from "../../i18n";

export function NamedExtendButton(props: ExtendButtonProps) {
  const isRows = props.orientation === "addOrRemoveRows";
  const name = t(isRows ? "editor.tools.moreRows" : "editor.tools.moreColumns");
  return (
    <ExtendButton {...props}>
      <IconPlus size={16} stroke={1.5} role="img" aria-label={name} />
    </ExtendButton>
  );
}
