/** What a public link is like: password, end, limit, address and looks. Saved together; errors stand at the fields. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { type Share, useChangeShare } from "../../state/shares";
import { FormFoot } from "../../ui/FormFoot";
import { PasswordField } from "../../ui/PasswordField";
import {
  changesOf,
  dayOf,
  type Errors,
  errorsIn,
  type Field,
  refusalAt,
  type Settings,
  settingsOf,
} from "./fields";
import { ThemeChoice } from "./ThemeChoice";

export function LinkOptions({ share }: { share: Share }) {
  return (
    <details className="link-part">
      <summary>{t("shares.options.title")}</summary>
      <Form share={share} />
    </details>
  );
}

function Form({ share }: { share: Share }) {
  const form = useSettings(share);
  const { now, set, errors, text } = form;
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => void form.submit(event)}
      aria-busy={form.isBusy}
    >
      <Password share={share} form={form} />
      <TextInput
        type="date"
        label={t("shares.options.end")}
        description={t("shares.options.endHint")}
        min={dayOf(new Date())}
        max="9999-12-31"
        {...text("end")}
      />
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        label={t("shares.options.limit")}
        description={t("shares.options.limitHint")}
        {...text("limit")}
      />
      <ThemeChoice value={now.theme} onChange={(theme) => set({ theme })} name={`theme-${share.id}`} />
      {share.kind === "site" && (
        <>
          <TextInput
            dir="ltr"
            maxLength={64}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            label={t("shares.options.slug")}
            description={t("shares.options.slugHint")}
            {...text("slug")}
          />
          <Flag name="feed" form={form} />
        </>
      )}
      <Flag name="mayBeLinked" form={form} />
      <Flag name="robots" form={form} />
      <FormFoot
        error={errors.form}
        isSending={form.isBusy}
        isOff={!form.isChanged}
        verb={t("shares.options.save")}
      />
    </form>
  );
}

type SettingsForm = ReturnType<typeof useSettings>;

function useSettings(share: Share) {
  const [typed, setTyped] = useState<Partial<Settings>>({});
  const [errors, setErrors] = useState<Errors>({});
  const change = useChangeShare(share.id);
  const now = { ...settingsOf(share), ...typed };
  const set = (some: Partial<Settings>) => setTyped((before) => ({ ...before, ...some }));
  const text = (field: Field) => ({
    name: field,
    value: now[field],
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      set({ [field]: event.currentTarget.value });
      setErrors(({ [field]: _, form: __, ...others }) => others);
    },
  });
  const changes = changesOf(share, now);
  const isChanged = Object.keys(changes).length > 0;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (change.isPending || !isChanged) return;
    const show = (found: Errors) => {
      setErrors(found);
      const [first] = Object.keys(found);
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return first !== undefined;
    };
    if (show(errorsIn(share, now))) return;
    try {
      await change.mutateAsync(changes);
      setTyped({});
      done(t("shares.options.saved"));
    } catch (error) {
      show(refusalAt(error));
    }
  };
  const removePassword = () =>
    void change.mutateAsync({ password: null }).then(() => done(t("shares.options.saved")), failed);
  return { now, set, text, errors, isChanged, isBusy: change.isPending, submit, removePassword };
}

function Password({ share, form }: { share: Share; form: SettingsForm }) {
  const { value, error } = form.text("password");
  return (
    <div className="link-password">
      <PasswordField
        kind="new-password"
        value={value}
        error={error}
        label={t("shares.options.password")}
        hint={t(share.hasPassword ? "shares.options.passwordSet" : "shares.options.passwordHint")}
        onChange={(password) => form.text("password").onChange({ currentTarget: { value: password } })}
      />
      {share.hasPassword && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={form.removePassword}>
          {t("shares.options.removePassword")}
        </Button>
      )}
    </div>
  );
}

function Flag({ name, form }: { name: "feed" | "robots" | "mayBeLinked"; form: SettingsForm }) {
  return (
    <Checkbox
      label={t(`shares.options.${name}`)}
      description={t(`shares.options.${name}Hint`)}
      checked={form.now[name]}
      onChange={(event) => form.set({ [name]: event.currentTarget.checked })}
    />
  );
}
