/** Who asks to be let into notes, to say yes or no to. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../i18n";
import { done, failed } from "../notices";
import type { AccessRequest } from "../state/collaborators";
import { answerRequest } from "./changing";
import { Person } from "./Members";

export function Requests({ requests }: { requests: readonly AccessRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <section className="share-requests" aria-label={t("sharing.requests")}>
      <h3>{t("sharing.requests")}</h3>
      <ul className="share-people">
        {requests.map((request) => (
          <Asked key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Asked({ request }: { request: AccessRequest }) {
  const [isBusy, setBusy] = useState(false);
  const { user, role, id, noteId } = request;
  const say = async (isYes: boolean) => {
    setBusy(true);
    try {
      await answerRequest(id, noteId, isYes);
      done(
        t(isYes ? "sharing.accepted" : "sharing.declined", { name: t("common.person", { name: user.name }) }),
      );
    } catch (error) {
      failed(error);
      setBusy(false);
    }
  };
  return (
    <li>
      <Person {...user} isMe={false} />
      <span className="share-role">{t(`sharing.wants.${role}`)}</span>
      <span className="share-acts">
        <Button size="compact-sm" disabled={isBusy} onClick={() => void say(true)}>
          {t("sharing.accept")}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => void say(false)}>
          {t("sharing.decline")}
        </Button>
      </span>
    </li>
  );
}
