/** The mirror: where it is kept, which way it goes, what it waits for, and what both sides had changed. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../../i18n";
import { said } from "../../i18n/dates";
import { done } from "../../notices";
import { Confirm } from "../../ui/Confirm";
import { Conflicts } from "./Conflicts";
import { LeftFiles } from "./LeftFiles";
import { MirrorPause } from "./MirrorPause";
import { PartRow } from "./PartRow";
import { SetUp } from "./SetUp";
import { isSetUp, type Part, type StorageConfig, useSetPlace } from "./storage";
import { wordsOfRefusal } from "./words";

type Open = "setUp" | "turnOff";

export function MirrorPart({ config }: { config: StorageConfig }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { mirror } = config;
  return (
    <section>
      <h2>{t("storage.mirror.title")}</h2>
      <p className="settings-hint storage-hint">{t("storage.mirror.hint")}</p>
      <PartRow name="mirror" part={mirror} actions={<Actions part={mirror} onOpen={setOpen} />}>
        {isSetUp(mirror) && <p className="settings-hint">{roundOf(mirror)}</p>}
      </PartRow>
      {mirror.pause && (
        <MirrorPause
          part={mirror}
          pause={mirror.pause}
          onSetUp={() => setOpen("setUp")}
          onTurnOff={() => setOpen("turnOff")}
        />
      )}
      {mirror.conflicts.length > 0 && <Conflicts all={mirror.conflicts} />}
      {mirror.leftFiles.length > 0 && <LeftFiles all={mirror.leftFiles} />}
      {open === "setUp" && <SetUp name="mirror" config={config} onClose={() => setOpen(null)} />}
      {open === "turnOff" && <TurnOff onClose={() => setOpen(null)} />}
    </section>
  );
}

const roundOf = ({ mode, lastRoundAt }: Part): string =>
  [
    t(`storage.mode.${mode ?? "one_way"}`),
    lastRoundAt ? t("storage.mirror.lastRound", { when: said(lastRoundAt) }) : t("storage.mirror.noRound"),
  ].join(" · ");

function Actions({ part, onOpen }: { part: Part; onOpen: (open: Open) => void }) {
  const mirror = t("storage.mirror.title");
  const verb = t(isSetUp(part) ? "storage.change" : "storage.setUpVerb");
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t("common.about", { what: verb, said: mirror })}
        onClick={() => onOpen("setUp")}
      >
        {verb}
      </Button>
      {isSetUp(part) && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t("common.about", { what: t("storage.mirror.turnOff"), said: mirror })}
          onClick={() => onOpen("turnOff")}
        >
          {t("storage.mirror.turnOff")}
        </Button>
      )}
    </>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const set = useSetPlace();
  return (
    <Confirm
      title={t("storage.mirror.turnOffTitle")}
      action={t("storage.mirror.turnOff")}
      inWords={wordsOfRefusal}
      onYes={() => set.mutateAsync({ part: "mirror", backend: "none" })}
      onDone={() => {
        done(t("storage.mirror.turnedOff"));
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t("storage.mirror.turnOffText")}</p>
    </Confirm>
  );
}
