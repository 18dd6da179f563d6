/** Trying a place: what was done there, how each of it went, and what to do where it did not work. */
import { Button } from "@mantine/core";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { t } from "../../i18n";
import { busy } from "../../ui/busy";
import type { Tested, useTestPlace } from "./storage";
import { nameOfStep, wordsOfCause, wordsOfRefusal } from "./words";

interface Props {
  test: ReturnType<typeof useTestPlace>;
  isOff: boolean;
  onAsk: () => void;
}

export function TestStep({ test, isOff, onAsk }: Props) {
  return (
    <>
      <Button variant="default" {...busy(isOff || test.isPending)} onClick={onAsk}>
        {t(test.isPending ? "storage.setUp.testing" : "storage.setUp.test")}
      </Button>
      <p className="settings-hint">{t("storage.setUp.testHint")}</p>
      <div role="status" className="storage-outcome">
        {test.data && <Outcome tested={test.data} />}
        {test.error && <p className="settings-notice is-fault storage-fails">{wordsOfRefusal(test.error)}</p>}
      </div>
    </>
  );
}

function Outcome({ tested: { ok, steps, cause } }: { tested: Tested }) {
  const isWhole = steps.every((step) => step.ok);
  return (
    <>
      <ul className="storage-steps">
        {steps.map((step) => (
          <Step key={step.name} name={step.name} how={step.ok ? "ok" : ok ? "not" : "failed"} />
        ))}
      </ul>
      {ok ? (
        <p className="storage-works">{t(isWhole ? "storage.setUp.works" : "storage.setUp.worksPartly")}</p>
      ) : (
        <p className="settings-notice is-fault storage-fails">
          <strong>{t("storage.setUp.fails")}</strong>
          {wordsOfCause(cause)}
        </p>
      )}
    </>
  );
}

const SIGNS = { ok: IconCheck, not: IconMinus, failed: IconX };
const WORDS = { ok: "stepOk", not: "stepNot", failed: "stepFailed" } as const;

/** Where the place can be used all the same, what it cannot do is no failure. */
function Step({ name, how }: { name: string; how: keyof typeof SIGNS }) {
  const Sign = SIGNS[how];
  return (
    <li data-how={how}>
      <Sign size={14} stroke={1.8} aria-hidden="true" />
      <span>{nameOfStep(name)}</span>
      <span className="sr-only">: {t(`storage.setUp.${WORDS[how]}`)}</span>
    </li>
  );
}
