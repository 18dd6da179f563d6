import { afterEach, expect, it, vi } from "vitest";
import { askForKey, type Pairing, start } from "../src/service/device.ts";

const NOW = 1_000_000;
const PAIRING: Pairing = {
  address: "https://notes.example",
  deviceCode: "secret",
  userCode: "ABCD-EFGH",
  endsAt: NOW + 600_000,
  intervalMs: 5_000,
  nextAt: NOW,
};

function answering(answer: unknown): void {
  vi.stubGlobal("fetch", async () => {
    if (answer instanceof Error) throw answer;
    return { json: async () => answer };
  });
}

afterEach(() => vi.unstubAllGlobals());

it("keeps the code, and when the service may be asked first", async () => {
  const page = "https://notes.example/device?user_code=ABCD-EFGH";
  answering({
    device_code: "secret",
    user_code: "ABCD-EFGH",
    verification_uri_complete: page,
    expires_in: 600,
    interval: 5,
  });
  expect(await start(PAIRING.address, "Clipper", NOW)).toEqual({
    pairing: { ...PAIRING, nextAt: NOW + 5_000 },
    page,
  });
});

it("is no code where something else answers", async () => {
  answering({ error: "invalid_client" });
  await expect(start(PAIRING.address, "Clipper", NOW)).rejects.toThrow("invalid_client");
});

it.each([
  ["nobody has decided", { error: "authorization_pending" }, 5_000],
  ["it was asked too often", { error: "slow_down" }, 10_000],
  ["the network is gone", new TypeError("Failed to fetch"), 10_000],
  ["the service has trouble", { type: "about:blank" }, 10_000],
])("waits when %s", async (_, answer, intervalMs) => {
  answering(answer);
  const pairing = { ...PAIRING, intervalMs, nextAt: NOW + intervalMs };
  expect(await askForKey(PAIRING, NOW)).toEqual({ kind: "pairing", pairing });
});

it("waits a minute at most", async () => {
  answering(new TypeError("Failed to fetch"));
  const answer = await askForKey({ ...PAIRING, intervalMs: 50_000 }, NOW);
  expect(answer).toMatchObject({ pairing: { intervalMs: 60_000 } });
});

it("ends with the key, with a refusal, or with the code's time", async () => {
  answering({ access_token: "svc_sync_x" });
  expect(await askForKey(PAIRING, NOW)).toEqual({ kind: "key", key: "svc_sync_x" });
  answering({ error: "access_denied" });
  expect(await askForKey(PAIRING, NOW)).toMatchObject({ pairing: { error: "access_denied" } });
  expect(await askForKey(PAIRING, PAIRING.endsAt)).toMatchObject({ pairing: { error: "expired_token" } });
});
