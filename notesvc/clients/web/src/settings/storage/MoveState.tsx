/** How far attachments are on their way to another place, what keeps them, and how long the old place is kept. */
import { Button, Progress } from "@mantine/core";
import { inTurn, t } from "../../i18n";
import { format } from "../../i18n/dates";
import { count, size } from "../../i18n/sizes";
import { errorOfCall } from "../../ui/formErrors";
import { FileNames } from "./FileNames";
import { isUnderWay, type Move, useCancelMove, useMove } from "./storage";
import { wordsOfCause } from "./words";

export function MoveState({ move }: { move: Move }) {
  return (
    <section className="storage-move" aria-label={t("storage.move.title")}>
      {isUnderWay(move) ? <UnderWay move={move} /> : <Ended move={move} />}
    </section>
  );
}

/** What has ended is of interest as long as the old place is kept. */
function Ended({ move }: { move: Move }) {
  return (
    <p className="settings-hint">
      {inTurn(t(`storage.move.${move.state}`), move.keptUntil && keptUntil(move.keptUntil))}
    </p>
  );
}

function UnderWay({ move }: { move: Move }) {
  const again = useMove();
  const cancel = useCancelMove();
  const error = again.error ?? cancel.error;
  const isPaused = move.state === "paused";
  return (
    <>
      <h3>{t("storage.move.title")}</h3>
      <Bar move={move} />
      {isPaused ? <Paused move={move} /> : <p className="settings-hint">{t("storage.move.meanwhile")}</p>}
      <div role="alert">
        {error && <p className="settings-notice is-fault storage-fault">{errorOfCall(error)}</p>}
      </div>
      <div className="settings-actions">
        {isPaused && (
          <Button size="xs" loading={again.isPending} onClick={() => again.mutate()}>
            {t("storage.move.goOn")}
          </Button>
        )}
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("storage.move.cancel")}
        </Button>
      </div>
    </>
  );
}

function Bar({ move }: { move: Move }) {
  const words = t("storage.move.counted", {
    done: count(move.done),
    total: count(move.total),
    doneSize: size(move.doneBytes),
    totalSize: size(move.totalBytes),
  });
  const share = move.totalBytes > 0 ? move.doneBytes / move.totalBytes : 0;
  return (
    <>
      <Progress.Root size={6}>
        <Progress.Section
          value={share * 100}
          color={move.state === "paused" ? "gray" : undefined}
          aria-label={t("storage.move.title")}
          aria-valuetext={words}
        />
      </Progress.Root>
      <p className="storage-figures">
        <span role="status">{t(`storage.move.${move.state}`)}</span> {move.total > 0 && words}
      </p>
    </>
  );
}

function Paused({ move }: { move: Move }) {
  const { damaged, refused } = move;
  if (damaged.length + refused.length === 0)
    return <p className="settings-notice">{wordsOfCause(move.cause)}</p>;
  return (
    <div className="settings-notice">
      {damaged.length > 0 && (
        <>
          <p>{t("storage.move.damaged", { count: damaged.length })}</p>
          <FileNames files={damaged} />
          <p>{t("storage.move.damagedNext")}</p>
        </>
      )}
      {refused.length > 0 && (
        <>
          <p>{t("storage.move.refused", { count: refused.length })}</p>
          <FileNames files={refused} />
          <p>{t("storage.move.refusedNext")}</p>
        </>
      )}
    </div>
  );
}

function keptUntil(moment: string): string {
  const date = format({ day: "numeric", month: "long", year: "numeric" }).format(new Date(moment));
  return t("storage.move.keptUntil", { date });
}
