/** Where one is signed in, and an end to it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../i18n";
import { done, failed } from "../notices";
import { leaveAccount } from "../saving/leaving";
import { Waiting } from "../ui/States";
import { When } from "../ui/When";
import { type Session, useEndOtherSessions, useEndSession, useSessions } from "./account";
import { browserOf } from "./browsers";

export default function SessionsSection() {
  const sessions = useSessions();
  const endOthers = useEndOtherSessions();
  const all = sessions.data ?? [];
  const others = all.filter((session) => !session.isCurrent);
  const end = () =>
    endOthers.mutate(undefined, {
      onSuccess: ({ ended }) => done(t("settings.sessions.endedOthers", { count: ended })),
      onError: (error) => failed(error),
    });
  return (
    <>
      <p className="settings-lead">{t("settings.sessions.lead")}</p>
      <Waiting for={sessions} />
      {sessions.data && (
        <>
          <ul className="settings-rows">
            {all.map((session) => (
              <Row key={session.id} of={session} />
            ))}
          </ul>
          {others.length === 0 ? (
            <p className="settings-hint">{t("settings.sessions.noOthers")}</p>
          ) : (
            <Button
              mt={16}
              variant="default"
              data-disabled={endOthers.isPending || undefined}
              aria-disabled={endOthers.isPending}
              onClick={() => endOthers.isPending || end()}
            >
              {t("settings.sessions.endOthers")}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function Row({ of: session }: { of: Session }) {
  const name = browserOf(session.userAgent);
  return (
    <li className="session">
      <div className="session-main">
        <div className="session-name" title={session.userAgent}>
          {name}
          {session.isCurrent && <span>{t("settings.sessions.present")}</span>}
        </div>
        <div className="session-facts">
          <span>
            {t("settings.sessions.since")} <When at={session.createdAt} />
          </span>
          <span>
            {t("settings.sessions.seen")} <When at={session.lastSeenAt} />
          </span>
          <bdi>{session.address}</bdi>
        </div>
      </div>
      {session.isCurrent ? <SignOut /> : <End of={session} name={name} />}
    </li>
  );
}

function SignOut() {
  const [isGoing, setGoing] = useState(false);
  const go = () => {
    setGoing(true);
    leaveAccount()
      .catch((error) => failed(error))
      .finally(() => setGoing(false));
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      data-disabled={isGoing || undefined}
      onClick={() => isGoing || go()}
    >
      {t("settings.sessions.signOut")}
    </Button>
  );
}

function End({ of: session, name }: { of: Session; name: string }) {
  const end = useEndSession();
  const after = {
    onSuccess: () => done(t("settings.sessions.ended")),
    onError: (error: unknown) => failed(error),
  };
  return (
    <Button
      variant="subtle"
      color="red"
      aria-label={t("settings.sessions.endOf", { name })}
      data-disabled={end.isPending || undefined}
      aria-disabled={end.isPending}
      onClick={() => end.isPending || end.mutate(session.id, after)}
    >
      {t("settings.sessions.end")}
    </Button>
  );
}
