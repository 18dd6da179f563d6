/** Who may register, and the invites that let people in. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../../i18n";
import { until } from "../../i18n/dates";
import { done } from "../../notices";
import { Confirm } from "../../ui/Confirm";
import { errorOfCall } from "../../ui/formErrors";
import { OnceDialog } from "../../ui/OnceDialog";
import { InOrder, isComing, Waiting } from "../../ui/States";
import { When } from "../../ui/When";
import { type Invite, type InviteWithLink, useInvites, useRegistration, useRevokeInvite } from "../admin";
import { NewInviteDialog } from "./NewInviteDialog";
import { RegistrationChoice } from "./RegistrationChoice";

export default function InvitesSection() {
  return (
    <InOrder
      parts={[
        [isComing(useRegistration()), <RegistrationChoice key="registration" />],
        [false, <Invites key="invites" />],
      ]}
    />
  );
}

function Invites() {
  const invites = useInvites();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<InviteWithLink>();
  const make = useRef<HTMLButtonElement>(null);
  const open = invites.data?.filter((invite) => invite.state === "open") ?? [];
  const past = invites.data?.filter((invite) => invite.state !== "open") ?? [];
  return (
    <>
      <h2>{t("admin.invites.title")}</h2>
      <p className="settings-lead admin-lead">{t("admin.invites.lead")}</p>
      <div className="settings-actions admin-actions">
        <Button
          ref={make}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setMaking(true)}
        >
          {t("admin.invites.make")}
        </Button>
      </div>
      <Waiting for={invites} />
      {invites.data && open.length === 0 && <p className="settings-hint">{t("admin.invites.none")}</p>}
      <Rows invites={open} />
      {past.length > 0 && (
        <details className="keys-past">
          <summary>{t("admin.invites.showPast", { count: past.length })}</summary>
          <Rows invites={past} />
        </details>
      )}
      {isMaking && (
        <NewInviteDialog
          onClose={() => setMaking(false)}
          onMade={(invite) => {
            setMaking(false);
            setMade(invite);
          }}
        />
      )}
      {made && (
        <Link
          of={made}
          onClose={() => {
            setMade(undefined);
            make.current?.focus();
          }}
        />
      )}
    </>
  );
}

function Rows({ invites }: { invites: Invite[] }) {
  if (invites.length === 0) return null;
  return (
    <ul className="settings-rows">
      {invites.map((invite) => (
        <Row key={invite.id} of={invite} />
      ))}
    </ul>
  );
}

function Row({ of: invite }: { of: Invite }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeInvite();
  const after = () => {
    setAsking(false);
    done(t("admin.invites.revoked"));
  };
  const isOpen = invite.state === "open";
  return (
    <li className="user">
      <div className="user-main">
        <div className="user-name">
          <span className="invite-name">
            {t("admin.invites.used", { used: invite.uses - invite.usesLeft, uses: invite.uses })}
          </span>
          <span className="user-state" data-state={invite.state}>
            {t(`admin.invites.states.${invite.state}`)}
          </span>
        </div>
        <div className="user-facts">
          <span>
            {t("admin.invites.made")} <When at={invite.createdAt} />
          </span>
          {isOpen && (
            <span>
              {t("admin.invites.ends")} {until(invite.expiresAt)}
            </span>
          )}
        </div>
      </div>
      {isOpen && (
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {t("admin.invites.revoke")}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t("admin.invites.revokeTitle")}
          action={t("admin.invites.revoke")}
          isDanger
          inWords={errorOfCall}
          onYes={() => revoke.mutateAsync(invite.id, { onSuccess: after })}
          onClose={() => setAsking(false)}
        >
          <p>{t("admin.invites.revokeText")}</p>
        </Confirm>
      )}
    </li>
  );
}

function Link({ of: made, onClose }: { of: InviteWithLink; onClose: () => void }) {
  const words = {
    title: t("admin.invites.linkTitle"),
    lead: t("admin.invites.linkLead", { count: made.invite.uses }),
    label: t("admin.invites.link"),
    stored: t("admin.invites.stored"),
    notStored: t("admin.invites.notStored"),
    notStoredText: t("admin.invites.notStoredText"),
    back: t("admin.invites.back"),
  };
  return <OnceDialog words={words} text={made.link ?? ""} rows={2} onClose={onClose} />;
}
