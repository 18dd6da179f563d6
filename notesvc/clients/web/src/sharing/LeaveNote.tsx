/** Leaves a note of somebody else's. Only its owner can bring one back, so this asks first. */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import type { Note } from "../api";
import { t } from "../i18n";
import { done } from "../notices";
import { useUser } from "../state/session";
import { Asking } from "../ui/Asking";
import { leave } from "./changing";

export function LeaveNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const user = useUser();
  const name = note.name || t("common.untitled");
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
        <Asking
          title={t("sharing.leaveTitle", { name })}
          text={t("sharing.leaveText")}
          verb={t("sharing.leave")}
          isGrave
          doing={leaving}
          onDo={() => leaving.mutate(undefined, { onSuccess: left })}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}
