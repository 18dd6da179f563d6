/** Lets somebody in, by handle or by e-mail address. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { isProblem } from "../api";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import { busy } from "../ui/busy";
import { invite, type Shared } from "./changing";
import { roleChoices } from "./roleChoices";

export function InviteForm({ noteId }: { noteId: string }) {
  const [who, setWho] = useState("");
  const [role, setRole] = useState<Shared>("editor");
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const [said, say] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    say("");
    if (who.trim() === "") return setError(t("sharing.invite.nobody"));
    setSending(true);
    try {
      const member = await invite(noteId, who, role);
      say(member.state === "pending" ? t("sharing.invite.mailed", { email: who.trim() }) : welcome(member));
      setWho("");
    } catch (error) {
      setError(reason(error));
    }
    setSending(false);
    field.current?.focus();
  };
  return (
    <form className="share-invite" onSubmit={(event) => void submit(event)} noValidate aria-busy={isSending}>
      <TextInput
        ref={field}
        data-autofocus
        label={t("sharing.invite.who")}
        description={t("sharing.invite.hint")}
        error={error}
        value={who}
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setWho(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <NativeSelect
        aria-label={t("sharing.role.label")}
        data={roleChoices()}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Shared)}
      />
      <Button type="submit" {...busy(isSending)}>
        {t("sharing.invite.verb")}
      </Button>
      <p className="share-said" role="status">
        {said}
      </p>
    </form>
  );
}

const welcome = (member: { name: string | null; handle: string | null }) =>
  t("sharing.invite.done", { name: member.name || `@${member.handle}` });

/** The service names the field; people know it by what they typed. */
function reason(error: unknown): string {
  const fields = isProblem(error, 422) ? error.errors : [];
  const [first] = fields;
  if (!first) return sentence(error);
  if (first.message.includes("your own")) return t("sharing.invite.yourself");
  if (first.message.includes("at most")) return t("sharing.invite.full");
  return t(first.field === "email" ? "sharing.invite.noAddress" : "sharing.invite.noSuch");
}
