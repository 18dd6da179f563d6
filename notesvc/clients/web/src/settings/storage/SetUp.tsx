/** Setting a part up in steps: the place, where it is and who one is there, whether it works, and what follows. */
import { type FormEvent, useState } from "react";
import { t } from "../../i18n";
import { done } from "../../notices";
import { Dialog } from "../../ui/Dialog";
import { Connect } from "./Connect";
import { PlaceStep } from "./PlaceStep";
import { type Draft, draftAt, draftOf, fieldsOf, KINDS, mayBeTwoWay, missingOf, placesOf } from "./places";
import { SaveStep } from "./SaveStep";
import { type Part, type PartName, type StorageConfig, useSetPlace, useTestPlace } from "./storage";
import { TestStep } from "./TestStep";

interface Props {
  name: PartName;
  config: StorageConfig;
  onClose: () => void;
}

export function SetUp({ name, config, onClose }: Props) {
  const places = placesOf(name, config);
  const part = config[name];
  const { draft, change, choose, test, ask, set, save } = useSetUp(name, part, places[0] ?? "s3", onClose);
  const hasAddress = KINDS[draft.backend].length > 0;
  const isTried = draft.backend !== "local";
  return (
    <Dialog onClose={onClose} title={t(`storage.${name}.setUp`)} className="settings-dialog" size="lg">
      <ol className="storage-steps-of">
        <li>
          <h3>{t("storage.setUp.placeStep")}</h3>
          <PlaceStep places={places} value={draft.backend} onChange={choose} />
        </li>
        {hasAddress && (
          <li>
            <h3>{t("storage.setUp.addressStep")}</h3>
            <Connect draft={draft} part={part} onChange={change} onTest={ask} error={test.error} />
          </li>
        )}
        {isTried && (
          <li>
            <h3>{t("storage.setUp.testStep")}</h3>
            <TestStep test={test} isOff={missingOf(draft, part).length > 0} onAsk={() => ask()} />
          </li>
        )}
        <li>
          <h3>{t(name === "mirror" ? "storage.setUp.modeStep" : "storage.setUp.saveStep")}</h3>
          <SaveStep {...{ name, part, draft, test, set, change }} onSave={save} />
        </li>
      </ol>
    </Dialog>
  );
}

/** What is typed, what its test found, and saving it. Whatever is changed has to be tested anew. */
function useSetUp(name: PartName, part: Part, first: Draft["backend"], onClose: () => void) {
  const [draft, setDraft] = useState(() => draftOf(part, first));
  const test = useTestPlace();
  const set = useSetPlace();
  const put = (next: Draft, isElsewhere: boolean) => {
    setDraft(next);
    set.reset();
    if (isElsewhere) test.reset();
  };
  const ask = (event?: FormEvent) => {
    event?.preventDefault();
    if (test.isPending || missingOf(draft, part).length > 0) return;
    set.reset();
    test.mutate(fieldsOf(name, draft), {
      onSuccess: (tested) => {
        if (!mayBeTwoWay(tested.capabilities)) setDraft((now) => ({ ...now, mode: "one_way" }));
      },
    });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (set.isPending) return;
    set.mutate(fieldsOf(name, draft), {
      onSuccess: (config) => {
        done(t(config.move && name === "attachments" ? "storage.attachments.saved" : `storage.${name}.kept`));
        onClose();
      },
    });
  };
  return {
    draft,
    change: (changed: Partial<Draft>) => put({ ...draft, ...changed }, !("mode" in changed)),
    choose: (backend: Draft["backend"]) => put(draftAt(backend, part), true),
    test,
    ask,
    set,
    save,
  };
}
