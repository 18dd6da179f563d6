/** Why the mirror waits for its user, what happens if it goes on, and the ways out. */
import { Button } from "@mantine/core";
import { t } from "../../i18n";
import { count } from "../../i18n/sizes";
import { done } from "../../notices";
import { errorOfCall } from "../../ui/formErrors";
import { type Part, type Pause, useAcceptMirror } from "./storage";
import { wordsOfCause } from "./words";

const REASONS = ["deletions", "empty", "no_marker", "other_marker", "credentials"] as const;

interface Props {
  part: Part;
  pause: Pause;
  onSetUp: () => void;
  onTurnOff: () => void;
}

export function MirrorPause({ part, pause, onSetUp, onTurnOff }: Props) {
  const accept = useAcceptMirror();
  const reason = REASONS.find((each) => each === pause.reason) ?? "other";
  const goOn = () => accept.mutate(undefined, { onSuccess: () => done(t("storage.pause.accepted")) });
  return (
    <section className="settings-notice storage-pause" aria-label={t(`storage.pause.title.${reason}`)}>
      <strong>{t(`storage.pause.title.${reason}`)}</strong>
      {reason === "credentials" ? (
        <p>{wordsOfCause(part.cause ?? "bad_credentials")}</p>
      ) : (
        <>
          <p>{t(`storage.pause.text.${reason}`, { count: pause.count, number: count(pause.count) })}</p>
          <Names pause={pause} />
          <p>{t(`storage.pause.next.${reason}`)}</p>
        </>
      )}
      <div role="alert">{accept.error && <p className="storage-fault">{errorOfCall(accept.error)}</p>}</div>
      <div className="settings-actions">
        {reason === "credentials" && (
          <Button size="xs" onClick={onSetUp}>
            {t("storage.again")}
          </Button>
        )}
        <Button
          size="xs"
          variant={reason === "credentials" ? "default" : "filled"}
          loading={accept.isPending}
          onClick={goOn}
        >
          {t(reason === "credentials" ? "storage.pause.again" : "storage.pause.goOn")}
        </Button>
        <Button size="xs" variant="default" onClick={onTurnOff}>
          {t("storage.pause.turnOff")}
        </Button>
      </div>
    </section>
  );
}

function Names({ pause: { names, count: all } }: { pause: Pause }) {
  if (names.length === 0) return null;
  const more = all - names.length;
  return (
    <ul className="storage-names" aria-label={t("storage.pause.names")}>
      {names.map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {more > 0 && <li>{t("storage.pause.more", { count: more, number: count(more) })}</li>}
    </ul>
  );
}
