/** Who may make an account here; where the operator has decided, it is only shown. */
import { Radio } from "@mantine/core";
import { useState } from "react";
import { t } from "../../i18n";
import { done } from "../../notices";
import { errorOfCall } from "../../ui/formErrors";
import { Waiting } from "../../ui/States";
import { type Mode, type Registration, useChooseRegistration, useRegistration } from "../admin";

const MODES: Mode[] = ["open", "invite", "closed"];

export function RegistrationChoice() {
  const registration = useRegistration();
  return (
    <section className="registration">
      <Waiting for={registration} />
      {registration.data && <Choice of={registration.data} />}
    </section>
  );
}

function Choice({ of: { mode, isFixed } }: { of: Registration }) {
  const choose = useChooseRegistration();
  // Shown at once: a choice that jumps back, if for a moment, looks refused.
  const [wish, setWish] = useState<Mode | null>(null);
  const make = (wanted: Mode) => {
    if (wish !== null) return;
    setWish(wanted);
    const onSuccess = () => done(t("admin.registration.saved"));
    choose.mutate(wanted, { onSuccess, onSettled: () => setWish(null) });
  };
  return (
    <>
      <Radio.Group
        label={t("admin.registration.label")}
        description={isFixed ? t("admin.registration.fixed") : undefined}
        value={wish ?? mode}
        onChange={(wanted) => make(wanted as Mode)}
      >
        <div className="registration-modes">
          {MODES.map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={isFixed}
              label={t(`admin.registration.modes.${each}`)}
              description={t(`admin.registration.hints.${each}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <div role="alert">
        {choose.error && <p className="settings-notice is-fault">{errorOfCall(choose.error)}</p>}
      </div>
    </>
  );
}
