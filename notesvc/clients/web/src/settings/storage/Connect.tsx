/** Where a place is and who one is there: what is asked for depends on the server, and so do the hints. */
import { TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { t } from "../../i18n";
import type { Key } from "../../i18n/keys";
import { Choice } from "../../ui/Choice";
import { type Draft, type DraftField, FIELDS, isSecretKept, KINDS, type Kind } from "./places";
import type { Part } from "./storage";
import { wordsOfField } from "./words";

interface Props {
  draft: Draft;
  part: Part;
  onChange: (changed: Partial<Draft>) => void;
  onTest: (event: FormEvent) => void;
  /** What the service said of the fields. */
  error: unknown;
}

export function Connect({ draft, part, onChange, onTest, error }: Props) {
  const { kind } = draft;
  return (
    <form className="settings-form storage-connect" onSubmit={onTest} noValidate>
      <Choice
        label={t("storage.setUp.kind")}
        value={kind}
        options={KINDS[draft.backend].map((each) => [each, t(`storage.setUp.kinds.${each}`)])}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      {FIELDS[kind].map((field) => (
        <TextInput
          key={field}
          label={t(labelOf(field, kind))}
          description={hintOf(field, draft, part)}
          placeholder={PLACEHOLDERS[kind][field]}
          error={wordsOfField(error, field)}
          type={field === "secret" ? "password" : "text"}
          inputMode={field === "address" ? "url" : undefined}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={field === "address" ? LONGEST_ADDRESS : LONGEST}
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
      {/* A form of several fields is sent by the Enter key only where it has a button to do so. */}
      <button type="submit" hidden />
    </form>
  );
}

const LONGEST_ADDRESS = 500;
const LONGEST = 1_000;

const PLACEHOLDERS: Record<Kind, Partial<Record<DraftField, string>>> = {
  aws: { region: "us-east-1" },
  s3: { address: "https://s3.example.org", region: "us-east-1" },
  nextcloud: { address: "https://cloud.example.org/remote.php/dav/files/ada/Notes" },
  webdav: { address: "https://dav.example.org/notes" },
};

function labelOf(field: DraftField, kind: Kind): Key {
  if (field === "user") return isS3(kind) ? "storage.setUp.userS3" : "storage.setUp.userWebdav";
  if (field === "region") return kind === "aws" ? "storage.setUp.region" : "storage.setUp.regionIfAny";
  if (field !== "secret") return `storage.setUp.${field}`;
  if (isS3(kind)) return "storage.setUp.secretS3";
  return kind === "nextcloud" ? "storage.setUp.secretNextcloud" : "storage.setUp.secretWebdav";
}

function hintOf(field: DraftField, draft: Draft, part: Part): string | undefined {
  const { kind } = draft;
  if (field === "address" && kind !== "aws") return t(`storage.setUp.addressHint.${kind}`);
  if (field === "region" && kind === "aws") return t("storage.setUp.regionHint");
  if (field === "bucket") return t("storage.setUp.bucketHint");
  return field === "secret" ? hintOfSecret(draft, part) : undefined;
}

function hintOfSecret(draft: Draft, part: Part): string {
  if (isSecretKept(draft, part)) return t("storage.setUp.secretKept");
  if (part.hasSecret && draft.backend === part.backend) return t("storage.setUp.secretAgain");
  return t(draft.kind === "nextcloud" ? "storage.setUp.secretHintNextcloud" : "storage.setUp.secretHint");
}

const isS3 = (kind: Kind): boolean => kind === "aws" || kind === "s3";
