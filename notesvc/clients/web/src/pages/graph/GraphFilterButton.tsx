/** Choose which part of the graph is shown. */
import { Button, Checkbox, Popover, Select } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useMemo } from "react";
import { t } from "../../i18n";
import { useFolders } from "../../state/folders";
import { useTags } from "../../state/tags";
import { ALL, type GraphFilter, isAll, type Kind } from "./graphFilter";

const KINDS: Kind[] = ["note", "tag", "person"];
const SHOWN = 100;

interface Props {
  filter: GraphFilter;
  onChange: (filter: GraphFilter) => void;
}

export function GraphFilterButton({ filter, onChange }: Props) {
  const change = (some: Partial<GraphFilter>) => onChange({ ...filter, ...some });
  const folders = useFolders().data;
  const tags = useTags().data;
  const folderChoices = useMemo(
    () => folders?.map(({ id, path }) => ({ value: id, label: path })),
    [folders],
  );
  const tagChoices = useMemo(() => tags?.map(({ tag }) => tag), [tags]);
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="none">
      <Popover.Target>
        <Button
          variant={isAll(filter) ? "default" : "light"}
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />}
        >
          {isAll(filter) ? t("pages.graph.filter") : t("pages.graph.filtered")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="graph-filter" aria-label={t("pages.graph.filter")}>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`pages.graph.kinds.${kind}`)}
            checked={filter.kinds[kind]}
            onChange={() => change({ kinds: { ...filter.kinds, [kind]: !filter.kinds[kind] } })}
          />
        ))}
        <Checkbox
          label={t("pages.graph.orphans")}
          checked={filter.orphans}
          onChange={() => change({ orphans: !filter.orphans })}
        />
        <Select
          label={t("pages.graph.folder")}
          placeholder={t("pages.graph.everywhere")}
          data={folderChoices ?? []}
          {...searchable(filter.folder, (folder) => change({ folder }))}
        />
        <Select
          label={t("pages.graph.tag")}
          placeholder={t("pages.graph.anyTag")}
          data={tagChoices ?? []}
          {...searchable(filter.tag, (tag) => change({ tag }))}
        />
        <Button variant="default" size="xs" disabled={isAll(filter)} onClick={() => onChange(ALL)}>
          {t("pages.graph.showAll")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Inside the popover's own element, so that a click into the list does not close the popover. */
const searchable = (value: string | null, onChange: (value: string | null) => void) => ({
  value,
  onChange,
  searchable: true,
  clearable: true,
  limit: SHOWN,
  nothingFoundMessage: t("pages.nothingFits"),
  withScrollArea: false,
  styles: { dropdown: { maxBlockSize: 220, overflowY: "auto" as const } },
  comboboxProps: { shadow: "none", withinPortal: false },
});
