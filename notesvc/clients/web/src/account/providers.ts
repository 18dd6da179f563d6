/** The external providers: what they are called, where signing in at one begins, and what may go wrong there. */
import { localPath, to } from "../addresses";
import { t } from "../i18n";
import type { SignInMethods } from "./signInMethods";

/** What people call the provider of that name. */
export function nameOf(provider: string, methods: Pick<SignInMethods, "oidcName"> | undefined): string {
  if (provider === "google" || provider === "github") return t(`providers.${provider}`);
  return methods?.oidcName ?? provider;
}

/** Where the browser goes to sign in at the provider; the way back leads to `next`. */
export function signInAt(provider: string, next: string, invite = ""): string {
  const said = new URLSearchParams();
  if (localPath(next) !== to.home) said.set("next", next);
  if (invite.trim() !== "") said.set("invite", invite.trim());
  const query = said.toString();
  return `/api/auth/oauth/${encodeURIComponent(provider)}${query && `?${query}`}`;
}

/** They do not say when they asked who it is: no proof for an account that has one of its own. */
const SAY_NOT_WHEN = ["google", "github"];

/** Whether the service believes that somebody is there when they come back from the provider. */
export const isProof = (provider: string, hasOwnProof: boolean): boolean =>
  !hasOwnProof || !SAY_NOT_WHEN.includes(provider);

const PROBLEMS = [
  "provider_unavailable",
  "provider_refused",
  "provider_untrusted",
  "sign_in_expired",
  "address_unverified",
  "address_taken",
  "registration_closed",
  "account_disabled",
  "already_linked",
  "wrong_account",
  "not_fresh",
  "rate_limited",
] as const;

/** What went wrong at a provider, and what to do next; nothing where there is no code. */
export function problemAt(code: string | null): string | undefined {
  if (code === null) return undefined;
  const known = PROBLEMS.find((each) => each === code);
  return t(`providers.problem.${known ?? "other"}`);
}
