/** Own prompts: instructions with places for the text, used from the list of what can be asked. */
import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { type Prompt, promptsQuery, useKeepPrompt, useRemovePrompt } from "../../state/ai";
import { onceOnly } from "../../state/creating";
import { Confirm } from "../../ui/Confirm";
import { Dialog } from "../../ui/Dialog";
import { DialogFoot } from "../../ui/DialogFoot";
import { Waiting } from "../../ui/States";

const VARIABLES = ["text", "selection", "title", "date", "language"] as const;

type Open = { what: "write"; prompt: Prompt | null } | { what: "remove"; prompt: Prompt };

export function Prompts() {
  const prompts = useQuery(promptsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <section>
      <h2>{t("ai.settings.prompts")}</h2>
      <p className="settings-hint">{t("ai.settings.promptsHint")}</p>
      <Waiting for={prompts} />
      <ul className="settings-rows ai-prompts">
        {prompts.data?.map((prompt) => (
          <li key={prompt.id} className="ai-provider">
            <div className="ai-provider-main">
              <bdi className="ai-provider-name">{prompt.name}</bdi>
              <div className="settings-hint ai-prompt-text" dir="auto">
                {prompt.instruction}
              </div>
            </div>
            <div className="settings-actions">
              <Button
                size="xs"
                variant="default"
                aria-label={t("common.about", { what: t("ai.settings.change"), said: prompt.name })}
                onClick={() => setOpen({ what: "write", prompt })}
              >
                {t("ai.settings.change")}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={t("common.about", { what: t("common.delete"), said: prompt.name })}
                onClick={() => setOpen({ what: "remove", prompt })}
              >
                {t("common.delete")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={() => setOpen({ what: "write", prompt: null })}>
        {t("ai.settings.newPrompt")}
      </Button>
      {open?.what === "write" && <Write prompt={open.prompt} onClose={close} />}
      {open?.what === "remove" && <Remove prompt={open.prompt} onClose={close} />}
    </section>
  );
}

function Write({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const [name, setName] = useState(prompt?.name ?? "");
  const [instruction, setInstruction] = useState(prompt?.instruction ?? "");
  const [key] = useState(onceOnly);
  const field = useRef<HTMLTextAreaElement>(null);
  const keep = useKeepPrompt();
  const put = (variable: string) => {
    const at = field.current?.selectionStart ?? instruction.length;
    setInstruction(`${instruction.slice(0, at)}{{${variable}}}${instruction.slice(at)}`);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (keep.isPending || name.trim() === "" || instruction.trim() === "") return;
    keep.mutate(
      { ...(prompt && { id: prompt.id }), name: name.trim(), instruction, key },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog onClose={onClose} title={t("ai.settings.promptTitle")} className="settings-dialog">
      <form className="settings-form" onSubmit={submit} noValidate>
        <TextInput
          label={t("ai.settings.promptName")}
          value={name}
          maxLength={200}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          ref={field}
          label={t("ai.settings.instruction")}
          description={t("ai.settings.instructionHint")}
          value={instruction}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={4_000}
          required
          onChange={(event) => setInstruction(event.currentTarget.value)}
        />
        <fieldset className="ai-variables">
          <legend className="settings-hint">{t("ai.settings.variables")}</legend>
          {VARIABLES.map((variable) => (
            <Button key={variable} size="compact-xs" variant="default" onClick={() => put(variable)}>
              {t(`ai.settings.variable.${variable}`)}
            </Button>
          ))}
        </fieldset>
        <DialogFoot
          error={keep.error && sentence(keep.error)}
          isSending={keep.isPending}
          verb={t("common.save")}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function Remove({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const remove = useRemovePrompt();
  return (
    <Confirm
      title={t("ai.settings.deletePrompt", { name: prompt.name })}
      action={t("common.delete")}
      isDanger
      onYes={() => remove.mutateAsync(prompt.id)}
      onClose={onClose}
    >
      <p>{t("ai.settings.deletePromptText")}</p>
    </Confirm>
  );
}
