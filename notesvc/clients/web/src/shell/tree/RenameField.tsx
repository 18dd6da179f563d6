/** The name of a row while it is written anew: Enter and leaving keep it, Escape does not. */
import { useEffect, useRef } from "react";
import { t } from "../../i18n";

interface Props {
  name: string;
  mayBeEmpty: boolean;
  onDone: (name: string | null) => void;
}

export function RenameField({ name, mayBeEmpty, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (isKept: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const written = field.current?.value.trim() ?? "";
    onDone(isKept && (written || mayBeEmpty) ? written : null);
  };
  return (
    <input
      ref={field}
      className="tree-field"
      defaultValue={name}
      maxLength={500}
      dir="auto"
      aria-label={t("shell.tree.renameField")}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        event.stopPropagation();
        if (event.key === "Enter") finish(true);
        if (event.key === "Escape") finish(false);
      }}
    />
  );
}
