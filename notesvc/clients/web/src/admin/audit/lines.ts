/** Lines of the audit log in words. */
import { t } from "../../i18n";
import type { AuditLine } from "../admin";

/** In the order in which they are offered: what people do, then what administrators do. */
export const KINDS = [
  "sign_in",
  "throttled",
  "registered",
  "password_changed",
  "email_changed",
  "second_factor_on",
  "second_factor_off",
  "recovery_codes_made",
  "provider_added",
  "provider_removed",
  "passkey_added",
  "passkey_removed",
  "key_made",
  "key_rotated",
  "key_revoked",
  "keys_revoked",
  "ai_key_set",
  "ai_key_removed",
  "storage_set",
  "device_approved",
  "exported",
  "deletion_asked",
  "deletion_undone",
  "account_deleted",
  "account_made",
  "account_disabled",
  "account_enabled",
  "administrator_made",
  "administrator_removed",
  "quota_changed",
  "reset_sent",
  "invite_made",
  "invite_revoked",
  "registration_changed",
  "mail_tested",
  "audit_exported",
] as const satisfies AuditLine["kind"][];

/** The handle of somebody; when their account is gone, what is left of their name: the end of an id. */
export function who(person: NonNullable<AuditLine["actor"]>): string {
  return person.handle === null ? t("admin.audit.gone", { id: person.id.slice(-8) }) : `@${person.handle}`;
}

/** What a line says besides, as it stands in the log. */
export function details(facts: AuditLine["facts"]): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(", ");
}
