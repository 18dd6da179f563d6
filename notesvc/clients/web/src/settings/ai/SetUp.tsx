/** Setting a provider up in three steps: its key or address, whether it answers, and the model. */
import { Autocomplete, Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { wordsOfCause } from "../../ai/failures";
import { nameOfProvider } from "../../ai/providers";
import { t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { done } from "../../notices";
import {
  type Connection,
  type KeyFields,
  type Provider,
  type Tested,
  useSetProvider,
  useTestProvider,
} from "../../state/ai";
import { Dialog } from "../../ui/Dialog";

/** Where vectors of notes are made, and by which model. */
interface Meaning {
  url: string;
  model: string;
}

interface Props {
  of: Provider;
  /** What is known already. */
  begin: Connection;
  onClose: () => void;
}

export function SetUp({ of, begin, onClose }: Props) {
  const [key, setKey] = useState("");
  const [address, setAddress] = useState(begin.baseUrl ?? (of.hasOwnAddress ? "" : (of.baseUrl ?? "")));
  const [model, setModel] = useState(of.by === "user" ? (of.model ?? "") : "");
  const [meaning, setMeaning] = useState(() => meaningOf(of));
  const test = useTestProvider();
  const set = useSetProvider();
  const connection = connectionOf(of, key, address);
  const canAsk = of.hasOwnAddress || connection.baseUrl !== undefined;
  const isTested = test.data?.ok === true;
  const ask = (event?: FormEvent) => {
    event?.preventDefault();
    if (test.isPending || !canAsk) return;
    test.mutate(connection, { onSuccess: ({ models }) => setModel((chosen) => chosen || only(models)) });
  };
  const change = (put: (text: string) => void) => (text: string) => {
    put(text);
    test.reset();
  };
  useAskedAtOnce(begin.baseUrl !== undefined, ask);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (set.isPending || model.trim() === "") return;
    const fields = fieldsOf(connection, model.trim(), meaning);
    set.mutate({ provider: of.provider, fields }, { onSuccess: () => finish(of, onClose) });
  };
  const name = nameOfProvider(of.provider);
  return (
    <Dialog onClose={onClose} title={t("ai.settings.setUpTitle", { name })} className="settings-dialog">
      <ol className="ai-steps">
        <li>
          <h3>{t(of.hasOwnAddress ? "ai.settings.keyStep" : "ai.settings.addressStep")}</h3>
          <Connect
            {...{ of, key, address, setKey: change(setKey), setAddress: change(setAddress) }}
            apiKey={key}
            onTest={ask}
          />
        </li>
        <TestStep test={test} canAsk={canAsk} onAsk={() => ask()} />
        <li aria-disabled={!isTested}>
          <h3>{t("ai.settings.modelStep")}</h3>
          <Choose tested={test.data} model={model} setModel={setModel} isOff={!isTested} onSave={save}>
            <ByMeaning value={meaning} onChange={setMeaning} />
          </Choose>
          {set.error && (
            <p className="settings-notice is-fault" role="alert">
              {sentence(set.error)}
            </p>
          )}
        </li>
      </ol>
    </Dialog>
  );
}

function finish(of: Provider, onClose: () => void): void {
  done(t("ai.settings.ready", { name: nameOfProvider(of.provider) }));
  onClose();
}

/** Where there is one model, it is the one that is meant. */
const only = (models: { id: string }[]) => (models.length === 1 ? (models[0]?.id ?? "") : "");

/** Of a server that was found, nothing has to be typed. */
function useAskedAtOnce(isWanted: boolean, ask: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isWanted) ask();
  }, []);
}

function connectionOf(of: Provider, key: string, address: string): Connection {
  const connection: Connection = { provider: of.provider };
  if (key.trim() !== "") connection.apiKey = key.trim();
  if (!of.hasOwnAddress && address.trim() !== "") connection.baseUrl = address.trim();
  return connection;
}

/** What is not named is not set: what stays is named again. */
function fieldsOf({ apiKey, baseUrl }: Connection, model: string, meaning: Meaning): KeyFields {
  const fields: KeyFields = { model };
  if (apiKey !== undefined) fields.apiKey = apiKey;
  if (baseUrl !== undefined) fields.baseUrl = baseUrl;
  if (meaning.url.trim() !== "") fields.embeddingsUrl = meaning.url.trim();
  if (meaning.model.trim() !== "") fields.embeddingsModel = meaning.model.trim();
  return fields;
}

const meaningOf = (of: Provider): Meaning =>
  of.by === "user"
    ? { url: of.embeddingsUrl ?? "", model: of.embeddingsModel ?? "" }
    : { url: "", model: "" };

interface ConnectProps {
  of: Provider;
  apiKey: string;
  address: string;
  setKey: (key: string) => void;
  setAddress: (address: string) => void;
  onTest: (event: FormEvent) => void;
}

function Connect({ of, apiKey, address, setKey, setAddress, onTest }: ConnectProps) {
  const kept = of.hasKey ? t("ai.settings.keyKept", { last4: of.last4 ?? "…" }) : undefined;
  return (
    <form className="settings-form" onSubmit={onTest}>
      {!of.hasOwnAddress && (
        <TextInput
          label={t("ai.settings.address")}
          description={t("ai.settings.addressHint")}
          placeholder={of.provider === "ollama" ? "http://localhost:11434" : "https://models.example.org/v1"}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          value={address}
          data-autofocus
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t(of.needsKey ? "ai.settings.key" : "ai.settings.keyIfAny")}
        description={kept ?? t("ai.settings.keyHint")}
        type="password"
        autoComplete="off"
        maxLength={500}
        value={apiKey}
        data-autofocus={of.hasOwnAddress || undefined}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
    </form>
  );
}

interface TestProps {
  test: ReturnType<typeof useTestProvider>;
  canAsk: boolean;
  onAsk: () => void;
}

function TestStep({ test, canAsk, onAsk }: TestProps) {
  return (
    <li>
      <h3>{t("ai.settings.testStep")}</h3>
      <Button size="xs" variant="default" loading={test.isPending} disabled={!canAsk} onClick={onAsk}>
        {t("ai.settings.test")}
      </Button>
      <Outcome tested={test.data} error={test.error} />
    </li>
  );
}

function Outcome({ tested, error }: { tested: Tested | undefined; error: unknown }) {
  return (
    <div role="status" className="ai-outcome">
      {tested?.ok && <p className="is-good">{t("ai.settings.answers", { count: tested.models.length })}</p>}
      {tested?.ok === false && <p className="settings-notice is-fault">{wordsOfCause(tested.cause ?? "")}</p>}
      {error !== null && <p className="settings-notice is-fault">{sentence(error)}</p>}
    </div>
  );
}

interface ChooseProps {
  tested: Tested | undefined;
  model: string;
  setModel: (model: string) => void;
  isOff: boolean;
  onSave: (event: FormEvent) => void;
  children: ReactNode;
}

function Choose({ tested, model, setModel, isOff, onSave, children }: ChooseProps) {
  const names = [...new Set((tested?.models ?? []).map(({ id }) => id))];
  return (
    <form className="settings-form" onSubmit={onSave}>
      <Autocomplete
        label={t("ai.model")}
        description={t("ai.settings.modelHint")}
        data={names}
        value={model}
        onChange={setModel}
        disabled={isOff}
        limit={200}
        maxDropdownHeight={220}
        maxLength={200}
        dir="ltr"
      />
      {children}
      <div className="settings-actions">
        <Button type="submit" disabled={isOff || model.trim() === ""}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  );
}

/** What most people do without stands folded. */
function ByMeaning({ value, onChange }: { value: Meaning; onChange: (value: Meaning) => void }) {
  const [isOpen] = useState(value.url !== "");
  const field = { autoComplete: "off", dir: "ltr", maxLength: 500 } as const;
  return (
    <details className="ai-meaning" open={isOpen}>
      <summary>{t("ai.settings.meaning")}</summary>
      <p>{t("ai.settings.meaningHint")}</p>
      <TextInput
        {...field}
        label={t("ai.settings.meaningAddress")}
        placeholder="https://models.example.org/v1"
        inputMode="url"
        value={value.url}
        onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
      />
      <TextInput
        {...field}
        label={t("ai.settings.meaningModel")}
        value={value.model}
        onChange={(event) => onChange({ ...value, model: event.currentTarget.value })}
      />
    </details>
  );
}
