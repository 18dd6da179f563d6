/** A part of the storage: where it is, how it does, and what can be done with it. */
import type { ReactNode } from "react";
import { t } from "../../i18n";
import { FileNames } from "./FileNames";
import { isSetUp, type Part, type PartName } from "./storage";
import { nameOfPlace, whereabouts, wordsOfCause, wordsOfState } from "./words";

interface Props {
  name: PartName;
  part: Part;
  /** Its files are still on their way there. */
  isAhead?: boolean;
  /** More facts, a line each. */
  children?: ReactNode;
  actions: ReactNode;
}

export function PartRow({ name, part, isAhead = false, children, actions }: Props) {
  return (
    <div className="storage-part" data-part={name}>
      <div className="storage-main">
        <p className="storage-place">{nameOfPlace(part.backend)}</p>
        {isSetUp(part) && <Where part={part} />}
        {part.backend === "none" ? (
          <p className="settings-hint">{t("storage.mirror.off")}</p>
        ) : (
          !(isAhead && part.state === "ok") && <State name={name} part={part} />
        )}
        {children}
      </div>
      <div className="settings-actions">{actions}</div>
    </div>
  );
}

function Where({ part }: { part: Part }) {
  const where = whereabouts(part);
  const who = [
    part.hasSecret && t("storage.secretStored"),
    part.user && t("storage.asUser", { user: part.user }),
  ].filter(Boolean);
  return (
    <>
      {where && (
        <p className="storage-where" dir="ltr" title={where}>
          {where}
        </p>
      )}
      {who.length > 0 && (
        <p className="settings-hint storage-who" title={part.user ?? undefined}>
          {who.join(" · ")}
        </p>
      )}
    </>
  );
}

/** Told anew when it changes, whoever looks. */
function State({ name, part }: { name: PartName; part: Part }) {
  return (
    <div role="status" aria-label={t("storage.state")}>
      <p className="storage-state" data-state={part.state}>
        {wordsOfState(name, part)}
      </p>
      {part.state !== "ok" && part.pause === null && part.cause !== null && (
        <p className="settings-hint">{wordsOfCause(part.cause)}</p>
      )}
      {part.refused.length > 0 && (
        <div className="settings-hint">
          <p>{t("storage.refused", { count: part.refused.length })}</p>
          <FileNames files={part.refused} />
        </div>
      )}
    </div>
  );
}
