/** Passkeys as the browser has them: one made, one signed with, and why that did not work. */
import type { Schemas } from "../api";
import { t } from "../i18n";
import type { OwnWords } from "../i18n/problem";
import { errorOfCall } from "../ui/formErrors";

type Creation = Schemas["CreationOptions"];
type Request = Schemas["RequestOptions"];
export type NewCredential = Schemas["RegistrationResponse"];
export type Signed = Schemas["AuthenticationResponse"];
/** Where this page stands: `here` passkeys work; else it wants another address, another browser, another service. */
export type Place = "here" | "elsewhere" | "browser" | "service";

/** One question at a time: browsers refuse a second one while the first waits. */
let waiting = new AbortController();

/** Whether passkeys for `host` can be had at this page. */
export function placeOf(host: string | null, page: { hostname: string } = location): Place {
  if (host === null) return "service";
  if (page.hostname !== host) return "elsewhere";
  return typeof globalThis.PublicKeyCredential === "function" ? "here" : "browser";
}

/** Have the browser make a passkey. Rejects with what the browser throws. */
export async function makePasskey(options: Creation): Promise<NewCredential> {
  const made = await navigator.credentials.create({ publicKey: creation(options), signal: nextQuestion() });
  return written(made as PublicKeyCredential) as unknown as NewCredential;
}

/** Have one signed with; `conditional` waits among the suggestions of a field. Rejects with what the browser throws. */
export async function signWithPasskey(options: Request, mediation?: "conditional"): Promise<Signed> {
  const publicKey = request(options);
  const signed = await navigator.credentials.get({ publicKey, mediation, signal: nextQuestion() });
  return written(signed as PublicKeyCredential) as unknown as Signed;
}

/** Whether the browser can put passkeys among the suggestions of a field. */
export async function canSuggest(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
}

/** Take back what the browser is being asked. */
export const stopAsking = (): void => waiting.abort();

/** What to tell who wanted it; nothing where we ourselves took the question back. */
export function errorOfPasskey(error: unknown, own: OwnWords = {}): string | undefined {
  const name = error instanceof DOMException ? error.name : undefined;
  if (name === "AbortError") return undefined;
  return errorOfCall(error, {
    NotAllowedError: t("account.passkey.cancelled"),
    InvalidStateError: t("account.passkey.known"),
    NotSupportedError: t("account.passkey.unable"),
    ConstraintError: t("account.passkey.unable"),
    thrown: name && t("account.passkey.failed"),
    ...own,
  });
}

function nextQuestion(): AbortSignal {
  waiting.abort();
  waiting = new AbortController();
  return waiting.signal;
}

function creation(options: Creation): PublicKeyCredentialCreationOptions {
  if (PublicKeyCredential.parseCreationOptionsFromJSON) {
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  }
  return {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(described),
  };
}

function request(options: Request): PublicKeyCredentialRequestOptions {
  if (PublicKeyCredential.parseRequestOptionsFromJSON) {
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  }
  return {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: options.allowCredentials.map(described),
  };
}

function written(credential: PublicKeyCredential): unknown {
  if (typeof credential.toJSON === "function") return credential.toJSON();
  const response = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const parts = {
    attestationObject: response.attestationObject,
    authenticatorData: response.attestationObject ? undefined : response.authenticatorData,
    clientDataJSON: response.clientDataJSON,
    signature: response.signature,
    userHandle: response.userHandle,
  };
  const held = Object.entries(parts).filter((part): part is [string, ArrayBuffer] => Boolean(part[1]));
  return {
    id: credential.id,
    rawId: encoded(credential.rawId),
    type: credential.type,
    response: {
      ...Object.fromEntries(held.map(([name, part]) => [name, encoded(part)])),
      ...(response.attestationObject && { transports: response.getTransports?.() ?? [] }),
    },
  };
}

const described = ({ id, type, transports }: Schemas["Credential"]): PublicKeyCredentialDescriptor => ({
  id: bytes(id),
  type,
  transports: transports as AuthenticatorTransport[],
});

/** From base64url without padding, and to it. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function encoded(buffer: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
