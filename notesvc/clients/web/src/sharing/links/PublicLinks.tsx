/** The public links of a note or folder: made with one press, and looked after. */
import { Button } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { gap, t } from "../../i18n";
import { usePublicFolder } from "../../state/public";
import { shareDialog } from "../../state/shareDialog";
import { type Target, useCreateShare, useSharesOf } from "../../state/shares";
import { busy } from "../../ui/busy";
import { Waiting } from "../../ui/States";
import { LinkCard } from "./LinkCard";
import { errorOfFreeze } from "./words";
import "../../ui/dialog.css";
import "./links.css";

export function PublicLinks({ target, name }: { target: Target; name: string }) {
  const links = useSharesOf(target);
  const { made, list } = useMade();
  if (!links.data) return <Waiting for={links} />;
  return (
    <>
      <p className="dialog-text">{t(`shares.lead.${target.kind}`)}</p>
      {target.kind === "note" && <InFolder noteId={target.id} />}
      {links.data.length > 0 && (
        <ul className="links" aria-label={t("shares.linksOf", { name })} ref={list}>
          {links.data.map((share) => (
            <LinkCard key={share.id} share={share} />
          ))}
        </ul>
      )}
      <Create target={target} isFirst={links.data.length === 0} onMade={made} />
    </>
  );
}

/** The note is public by another way, too. */
function InFolder({ noteId }: { noteId: string }) {
  const folder = usePublicFolder(noteId);
  if (!folder) return null;
  const { id, name } = folder;
  return (
    <p className="settings-notice">
      {t("shares.inFolder", { name })}
      {gap()}
      <button
        type="button"
        className="link-button"
        onClick={() => shareDialog.open({ kind: "folder", id, name, part: "link" })}
      >
        {t("shares.showFolder")}
      </button>
    </p>
  );
}

interface CreateProps {
  target: Target;
  isFirst: boolean;
  onMade: (shareId: string) => void;
}

function Create({ target, isFirst, onMade }: CreateProps) {
  const create = useCreateShare(target);
  // The same until the press has succeeded: a second try makes no second link.
  const key = useRef("");
  const make = () => {
    if (create.isPending) return;
    key.current ||= crypto.getRandomValues(new Uint32Array(4)).join("-");
    create.mutate(key.current, {
      onSuccess: ({ id }) => {
        key.current = "";
        onMade(id);
      },
    });
  };
  return (
    <>
      <div role="alert">
        {create.error && <p className="settings-notice is-fault">{errorOfFreeze(create.error)}</p>}
      </div>
      <Button
        className={isFirst ? undefined : "link-more"}
        variant={isFirst ? "filled" : "subtle"}
        leftSection={<IconWorld size={16} stroke={1.6} aria-hidden />}
        onClick={make}
        {...busy(create.isPending)}
      >
        {create.isPending ? t("common.sending") : t(isFirst ? "shares.create" : "shares.another")}
      </Button>
    </>
  );
}

/** A link that was just made takes the focus, at the button that copies its address. */
function useMade() {
  const list = useRef<HTMLUListElement>(null);
  const [id, made] = useState("");
  useEffect(() => {
    if (id === "") return;
    list.current?.querySelector<HTMLElement>(`[data-share="${id}"] .link-address button`)?.focus();
    made("");
  }, [id]);
  return { made, list };
}
