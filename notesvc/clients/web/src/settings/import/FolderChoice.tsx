/** Which folder takes what comes in. */
import { Select } from "@mantine/core";
import { useMemo } from "react";
import { t } from "../../i18n";
import { useFolders } from "../../state/folders";

/** As many as a list can show without becoming slow; typing finds the others. */
const SHOWN = 100;

/** Stands for no folder, as one can be chosen only among others. */
const TOP = "top";

interface Props {
  value: string | null;
  onChange: (folder: string | null) => void;
}

export function FolderChoice({ value, onChange }: Props) {
  const { data = [] } = useFolders();
  const folders = useMemo(
    () => [
      { value: TOP, label: t("settings.import.topLevel") },
      ...data.map(({ id, path }) => ({ value: id, label: path })),
    ],
    [data],
  );
  return (
    <Select
      label={t("settings.import.folder")}
      data={folders}
      value={value ?? TOP}
      onChange={(folder) => onChange(folder === TOP ? null : folder)}
      allowDeselect={false}
      searchable
      limit={SHOWN}
      nothingFoundMessage={t("settings.import.noFolders")}
      className="import-folder"
    />
  );
}
