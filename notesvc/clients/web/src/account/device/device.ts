/** What a device asks for, and what the service is told about it. */
import { answer, answered, api, Problem, type Schemas } from "../../api";
import { t } from "../../i18n";
import { client } from "../../state/client";
import { withStepUp } from "../../state/proof";
import { errorOfCall, wait } from "../../ui/formErrors";

const LENGTH = 8;

/** A device that waits. By the service's clock: how old its question is, and when on this page's clock it ends. */
export interface Asking {
  code: string;
  device: Schemas["DeviceShape"];
  age: number;
  endsAt: number;
}

/** As people type it: in any case, with dashes and spaces. Null where it can be no code. */
export function codeOf(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return [...letters].length === LENGTH ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** The code in the page's own address, under the names that devices give it. */
export function codeInAddress(search: URLSearchParams): string {
  const said = search.get("user_code") ?? search.get("userCode") ?? "";
  return codeOf(said) ?? said.slice(0, 40);
}

/** Look behind the code, which makes it this user's. */
export async function lookUp(code: string): Promise<Asking> {
  const call = api.GET("/api/auth/device", { params: { query: { userCode: code } } });
  const { data: device, response } = await answered(call);
  return askingOf(code, device, response.headers.get("Date"));
}

/** `date` is the service's own time of the answer: the clock of this device may be anywhere. */
export function askingOf(code: string, device: Schemas["DeviceShape"], date: string | null): Asking {
  const said = Date.parse(date ?? "");
  const here = Date.now();
  const there = Number.isNaN(said) ? here : said;
  const age = Math.max(0, (there - Date.parse(device.createdAt)) / 1000);
  return { code, device, age, endsAt: here + Date.parse(device.expiresAt) - there };
}

/** Approve or deny; where it wants a proof, that is asked for in place. */
export async function decide(code: string, approve: boolean): Promise<void> {
  const body = { userCode: code, approve };
  await withStepUp(() => answer(api.POST("/api/auth/device/approve", { body })));
  void client.invalidateQueries({ queryKey: ["sync-keys"] });
}

/** Why the code is not taken. */
export function errorOfCode(error: unknown): string {
  const seconds = (error instanceof Problem && error.retryAfter) || 600;
  return errorOfCall(error, {
    not_found: t("device.unknownCode"),
    rate_limited: t("device.tooOften", { wait: wait(seconds) }),
  });
}

/** What a scope lets the device do. */
export function scopeInWords(scope: string): string {
  const known = (["read", "write", "device"] as const).find((each) => `sync:${each}` === scope);
  return known ? t(`device.scopes.${known}`) : t("device.scopes.other", { scope });
}
