/** The people around a note, with what they may do. */
import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { t } from "../i18n";
import { done, failed } from "../notices";
import type { CollaboratorList, Member } from "../state/collaborators";
import { useUser } from "../state/session";
import { initials } from "../ui/initials";
import { changeRole, invite, remove, type Shared } from "./changing";
import { roleChoices } from "./roleChoices";

export function Members({
  noteId,
  collaboratorList,
}: {
  noteId: string;
  collaboratorList: CollaboratorList;
}) {
  const me = useUser()?.id;
  const { owner, collaborators } = collaboratorList;
  return (
    <ul className="share-people" aria-label={t("sharing.people")}>
      <li>
        <Person name={owner.name} handle={owner.handle} isMe={owner.userId === me} />
        <span className="share-role">{t("sharing.role.owner")}</span>
      </li>
      {collaborators.map((member) => (
        <li key={member.id}>
          <Person {...member} isMe={member.userId === me} />
          {collaboratorList.role === "owner" ? (
            <Acts noteId={noteId} member={member} />
          ) : (
            <span className="share-role">{t(`sharing.role.${member.role}`)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface PersonProps {
  name: string | null;
  handle: string | null;
  email?: string | null;
  isMe: boolean;
}

export function Person({ name, handle, email, isMe }: PersonProps) {
  return (
    <span className="share-person">
      <span className="share-avatar" aria-hidden>
        {initials(name || email || handle || "")}
      </span>
      <bdi className="share-name">{name || email || `@${handle}`}</bdi>{" "}
      {isMe && <span className="share-quiet">{t("sharing.you")}</span>}
      <span className="share-quiet">{email ? t("sharing.pending") : <bdi dir="ltr">@{handle}</bdi>}</span>
    </span>
  );
}

function Acts({ noteId, member }: { noteId: string; member: Member }) {
  const name = member.email ?? t("common.person", { name: member.name || `@${member.handle}` });
  const change = (role: Shared) => void changeRole(noteId, member.id, role).catch(failed);
  const take = async () => {
    try {
      await remove(noteId, member.id);
    } catch (error) {
      failed(error, t("sharing.notRemoved"));
      return;
    }
    const back = () => void invite(noteId, member.email ?? member.handle ?? "", member.role).catch(failed);
    done(t("sharing.removed", { name }), back);
  };
  return (
    <span className="share-acts">
      <NativeSelect
        className="share-role-choice"
        variant="unstyled"
        aria-label={t("sharing.roleOf", { name })}
        data={roleChoices()}
        value={member.role}
        onChange={(event) => change(event.currentTarget.value as Shared)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("sharing.remove", { name })}
        title={t("sharing.remove", { name })}
        onClick={() => void take()}
      >
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </span>
  );
}
