/** The last step: which way a mirror goes, or what becomes of the files; and saving. */
import { Button, Radio } from "@mantine/core";
import type { FormEvent } from "react";
import { isProblem } from "../../api";
import { t } from "../../i18n";
import { FormFoot } from "../../ui/FormFoot";
import { type Draft, isReady, isStored, mayBeTwoWay } from "./places";
import { isSetUp, type Mode, type Part, type PartName, type useSetPlace, type useTestPlace } from "./storage";
import { wordsOfRefusal } from "./words";

interface Props {
  name: PartName;
  part: Part;
  draft: Draft;
  test: ReturnType<typeof useTestPlace>;
  set: ReturnType<typeof useSetPlace>;
  change: (changed: Partial<Draft>) => void;
  onSave: (event: FormEvent) => void;
}

export function SaveStep({ name, part, draft, test, set, change, onSave }: Props) {
  const isOff = !isReady(draft, part, test.data?.ok === true);
  return (
    <form className="settings-form storage-save" onSubmit={onSave} aria-disabled={isOff}>
      {name === "mirror" ? (
        <Direction {...{ part, draft, test, set, change, isOff }} />
      ) : (
        <Following part={part} draft={draft} />
      )}
      <FormFoot
        error={set.error && wordsOfRefusal(set.error)}
        isSending={set.isPending}
        isOff={isOff}
        verb={t("common.save")}
      />
    </form>
  );
}

/** What becomes of the files. */
function Following({ part, draft }: { part: Part; draft: Draft }) {
  if (draft.backend === "local")
    return (
      <p className="settings-hint">
        {t(isSetUp(part) ? "storage.setUp.moveBackText" : "storage.setUp.same")}
      </p>
    );
  if (isStored({ ...draft, secret: "" }, part)) return null;
  return <p className="settings-hint">{t("storage.setUp.moveText")}</p>;
}

const MODES: Mode[] = ["two_way", "one_way"];

type DirectionProps = Pick<Props, "part" | "draft" | "test" | "set" | "change"> & { isOff: boolean };

function Direction({ part, draft, test, set, change, isOff }: DirectionProps) {
  const known = test.data?.capabilities ?? (isStored(draft, part) ? part.capabilities : null);
  const isRefused = isProblem(set.error, "capability_unsupported");
  const mayBe = mayBeTwoWay(known);
  return (
    <>
      <Radio.Group
        aria-label={t("storage.mode.label")}
        value={draft.mode}
        onChange={(mode) => change({ mode: mode === "two_way" ? "two_way" : "one_way" })}
      >
        <div className="storage-choices">
          {MODES.map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={isOff || (each === "two_way" && !mayBe)}
              label={t(`storage.mode.${each}`)}
              description={t(`storage.mode.hint.${each}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <div role="status">
        {!mayBe && <p className="settings-notice">{t("storage.setUp.noTwoWay")}</p>}
        {isRefused && draft.mode === "two_way" && (
          <Button size="xs" variant="default" onClick={() => change({ mode: "one_way" })}>
            {t("storage.setUp.useOneWay")}
          </Button>
        )}
      </div>
    </>
  );
}
