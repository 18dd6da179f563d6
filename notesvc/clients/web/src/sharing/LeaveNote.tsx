/** Leaves a note of somebody else's. Only its owner can bring one back, so this asks first. */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { nameOfNote } from "../i18n/dates";
import { done } from "../notices";
import { useUser } from "../state/session";
import { Confirm } from "../ui/Confirm";
import { errorOfCall } from "../ui/formErrors";
import { leave } from "./changing";

export function LeaveNote({ note, onClose }: { note: { id: string; name: string }; onClose: () => void }) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const user = useUser();
  const name = nameOfNote(note.name);
  const leaving = useMutation({ mutationFn: () => leave(note.id, user?.id ?? "") });
  const left = () => {
    onClose();
    go(to.shared);
    done(t("sharing.left", { name }));
  };
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => ask(true)}>
        {t("sharing.leave")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("sharing.leaveTitle", { name })}
          action={t("sharing.leave")}
          isDanger
          inWords={errorOfCall}
          onYes={() => leaving.mutateAsync(undefined, { onSuccess: left })}
          onClose={() => ask(false)}
        >
          <p>{t("sharing.leaveText")}</p>
        </Confirm>
      )}
    </>
  );
}
