/** Who may see a note: its owner lets people in and out; who was let in sees the others and may leave. */
import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { to } from "../addresses";
import type { Note } from "../api";
import { t } from "../i18n";
import { done, failed } from "../notices";
import { type CollaboratorList, requestsQuery, useCollaborators } from "../state/collaborators";
import { copy } from "../ui/clipboard";
import { Waiting } from "../ui/States";
import { InviteForm } from "./InviteForm";
import { LeaveNote } from "./LeaveNote";
import { Members } from "./Members";
import { Requests } from "./Requests";
import "../ui/settings.css";
import "./sharing.css";

interface Props {
  note: Note;
  onClose: () => void;
}

export default function ShareDialog({ note, onClose }: Props) {
  const collaboratorList = useCollaborators(note.id);
  const name = note.name || t("common.untitled");
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{t("sharing.title", { name })}</bdi>}
      closeButtonProps={{ "aria-label": t("common.close") }}
      className="settings-dialog share"
      size="lg"
    >
      <Waiting for={collaboratorList} />
      {collaboratorList.data && (
        <Around note={note} collaboratorList={collaboratorList.data} onClose={onClose} />
      )}
    </Modal>
  );
}

function Around({ note, collaboratorList, onClose }: Props & { collaboratorList: CollaboratorList }) {
  const isOwner = collaboratorList.role === "owner";
  const asked = useQuery({ ...requestsQuery, enabled: isOwner }).data ?? [];
  const link = () =>
    void copy(location.origin + to.note(note.id)).then(() => done(t("notes.linkCopied")), failed);
  return (
    <>
      {collaboratorList.role === "owner" ? (
        <InviteForm noteId={note.id} />
      ) : (
        <p className="dialog-text">
          {t(`sharing.mine.${collaboratorList.role}`, { name: collaboratorList.owner.name })}
        </p>
      )}
      <Requests requests={asked.filter(({ noteId }) => noteId === note.id)} />
      <Members noteId={note.id} collaboratorList={collaboratorList} />
      <div className="settings-actions share-foot">
        <Button variant="default" onClick={link}>
          {t("notes.do.copyLink")}
        </Button>
        {!isOwner && <LeaveNote note={note} onClose={onClose} />}
      </div>
      <p className="settings-hint">{t(isOwner ? "sharing.linkHint" : "sharing.linkHintGuest")}</p>
    </>
  );
}
