/** The places that a part may have, with a line on each. */
import { Radio } from "@mantine/core";
import { t } from "../../i18n";
import type { Backend } from "./storage";
import { nameOfPlace } from "./words";

interface Props {
  places: Backend[];
  value: Backend;
  onChange: (backend: Backend) => void;
}

export function PlaceStep({ places, value, onChange }: Props) {
  return (
    <Radio.Group
      aria-label={t("storage.setUp.placeStep")}
      value={value}
      onChange={(chosen) => onChange(places.find((each) => each === chosen) ?? value)}
    >
      <div className="storage-choices">
        {places.map((each) => (
          <Radio
            key={each}
            value={each}
            data-autofocus={each === value || undefined}
            label={nameOfPlace(each)}
            description={each === "none" ? undefined : t(`storage.setUp.hint.${each}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
