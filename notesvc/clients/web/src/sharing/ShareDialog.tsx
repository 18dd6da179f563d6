/** Who may see a note or folder: people who are let in to a note, and everybody who has a public link. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { done, failed } from "../notices";
import { type CollaboratorList, requestsQuery, useCollaborators } from "../state/collaborators";
import { useIsGuest } from "../state/roles";
import { type Shared, shareDialog, useShareDialog } from "../state/shareDialog";
import { Choice } from "../ui/Choice";
import { copy } from "../ui/clipboard";
import { Dialog } from "../ui/Dialog";
import { Waiting } from "../ui/States";
import { InviteForm } from "./InviteForm";
import { LeaveNote } from "./LeaveNote";
import { PublicLinks } from "./links/PublicLinks";
import { Members } from "./Members";
import { Requests } from "./Requests";
import "../ui/settings.css";
import "./sharing.css";

/** The dialog for what somebody asked to share, if anything. */
export default function ShareDialog() {
  const shared = useShareDialog();
  return shared && <OfShared key={shared.id} shared={shared} />;
}

function OfShared({ shared }: { shared: Shared }) {
  const { kind, id } = shared;
  const isGuest = useIsGuest(id) && kind === "note";
  const [part, choose] = useState(shared.part);
  const name = nameOfNote(shared.name);
  const title = t(kind === "note" ? "sharing.title" : "sharing.folderTitle", { name });
  const hasParts = kind === "note" && !isGuest;
  return (
    <Dialog
      onClose={shareDialog.close}
      title={<bdi>{title}</bdi>}
      className="settings-dialog share"
      size="lg"
    >
      {hasParts && (
        <div className="share-parts">
          <Choice
            label={t("sharing.parts")}
            value={part}
            onChange={choose}
            options={[
              ["people", t("sharing.part.people")],
              ["link", t("sharing.part.link")],
            ]}
          />
        </div>
      )}
      {kind === "folder" || (hasParts && part === "link") ? (
        <PublicLinks target={shared} name={name} />
      ) : (
        <People shared={shared} />
      )}
    </Dialog>
  );
}

function People({ shared }: { shared: Shared }) {
  const collaboratorList = useCollaborators(shared.id);
  return (
    <>
      <Waiting for={collaboratorList} />
      {collaboratorList.data && <Around shared={shared} collaboratorList={collaboratorList.data} />}
    </>
  );
}

function Around({ shared, collaboratorList }: { shared: Shared; collaboratorList: CollaboratorList }) {
  const { id } = shared;
  const isOwner = collaboratorList.role === "owner";
  const asked = useQuery({ ...requestsQuery, enabled: isOwner }).data ?? [];
  const link = () => void copy(location.origin + to.note(id)).then(() => done(t("notes.linkCopied")), failed);
  return (
    <>
      {collaboratorList.role === "owner" ? (
        <InviteForm noteId={id} />
      ) : (
        <p className="dialog-text">
          {t(`sharing.mine.${collaboratorList.role}`, { name: collaboratorList.owner.name })}
        </p>
      )}
      <Requests requests={asked.filter(({ noteId }) => noteId === id)} />
      <Members noteId={id} collaboratorList={collaboratorList} />
      <div className="settings-actions share-foot">
        <Button variant="default" onClick={link}>
          {t("notes.do.copyLink")}
        </Button>
        {!isOwner && <LeaveNote note={shared} onClose={shareDialog.close} />}
      </div>
      <p className="settings-hint">{t(isOwner ? "sharing.linkHint" : "sharing.linkHintGuest")}</p>
    </>
  );
}
