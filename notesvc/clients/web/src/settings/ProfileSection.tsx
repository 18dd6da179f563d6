/** Name and handle of who is signed in. */
import { TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { t } from "../i18n";
import { errorsAt, toldOf } from "../i18n/problem";
import { done } from "../notices";
import { FormFoot } from "../ui/FormFoot";
import { Waiting } from "../ui/States";
import { type Profile, useChangeProfile, useProfile } from "./account";

type FormErrors = { name?: string; handle?: string; form?: string };

const LONGEST_NAME = 500;
const HANDLE = /^[a-z0-9][a-z0-9_.-]{0,30}[a-z0-9]$/i;

export default function ProfileSection() {
  const profile = useProfile();
  return (
    <>
      <p className="settings-lead">{t("settings.profile.lead")}</p>
      <Waiting for={profile} />
      {profile.data && <Form key={profile.data.id} of={profile.data} />}
    </>
  );
}

function Form({ of: profile }: { of: Profile }) {
  const [fields, setFields] = useState({ name: profile.name, handle: profile.handle });
  const [errors, setErrors] = useState<FormErrors>({});
  const inputs = { name: useRef<HTMLInputElement>(null), handle: useRef<HTMLInputElement>(null) };
  const save = useChangeProfile();
  const show = (found: FormErrors) => {
    setErrors(found);
    if (found.name) inputs.name.current?.focus();
    else if (found.handle) inputs.handle.current?.focus();
    return Object.keys(found).length > 0;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (show(errorsIn(fields)) || save.isPending) return;
    const after = {
      onSuccess: ({ name, handle }: Profile) => {
        setFields({ name, handle });
        done(t("settings.profile.saved"));
      },
      onError: (error: unknown) => void show(errorsOf(error)),
    };
    save.mutate(changed(profile, fields), after);
  };
  const field = (name: "name" | "handle") => ({
    ref: inputs[name],
    name,
    label: t(`settings.profile.${name}`),
    description: t(`settings.profile.${name}Hint`),
    value: fields[name],
    error: errors[name],
    onChange: (event: FormEvent<HTMLInputElement>) => {
      setFields({ ...fields, [name]: event.currentTarget.value });
      setErrors({});
    },
  });
  return (
    <form className="settings-form" onSubmit={submit} noValidate aria-busy={save.isPending}>
      <TextInput {...field("name")} autoComplete="name" />
      <TextInput {...field("handle")} autoComplete="nickname" spellCheck={false} dir="ltr" leftSection="@" />
      <TextInput
        label={t("settings.profile.email")}
        description={t("settings.profile.emailHint")}
        value={profile.email}
        readOnly
        variant="unstyled"
        dir="ltr"
      />
      {profile.isAdmin && <p className="settings-hint">{t("settings.profile.isAdmin")}</p>}
      <FormFoot error={errors.form} isSending={save.isPending} verb={t("settings.profile.save")} />
    </form>
  );
}

function errorsIn({ name, handle }: { name: string; handle: string }): FormErrors {
  const found: FormErrors = {};
  if (name.trim() === "") found.name = t("settings.profile.noName");
  else if ([...name.trim()].length > LONGEST_NAME) found.name = t("settings.profile.longName");
  if (!HANDLE.test(handle.trim())) found.handle = t("settings.profile.badHandle");
  return found;
}

function errorsOf(error: unknown): FormErrors {
  return errorsAt(error, {
    name_taken: { handle: t("settings.profile.takenHandle") },
    handle: { handle: t("settings.profile.badHandle") },
    name: { name: toldOf(error).name },
  });
}

function changed(before: Profile, now: { name: string; handle: string }) {
  const [name, handle] = [now.name.trim(), now.handle.trim()];
  return { ...(name !== before.name && { name }), ...(handle !== before.handle && { handle }) };
}
