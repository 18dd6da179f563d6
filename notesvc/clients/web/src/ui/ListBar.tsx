/** The line above a list of names: a filter, and the order by name or by count. */
import { t } from "../i18n";
import { Choice } from "./Choice";
import { FilterBox } from "./FilterBox";

type Order = "name" | "count";

interface Props {
  filter: string;
  onFilter: (text: string) => void;
  label: string;
  order: Order;
  onOrder: (order: Order) => void;
}

export function ListBar({ filter, onFilter, label, order, onOrder }: Props) {
  return (
    <div className="list-bar">
      <FilterBox value={filter} onChange={onFilter} label={label} />
      <Choice
        label={t("pages.sort.label")}
        value={order}
        onChange={onOrder}
        options={[
          ["name", t("pages.sort.name")],
          ["count", t("pages.sort.count")],
        ]}
      />
    </div>
  );
}
