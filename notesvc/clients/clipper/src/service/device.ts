const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** What the service gave for connecting this browser (RFC 8628). */
export interface DeviceGrant {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

/** Ask for a code. Throws where the service cannot be reached, or is none. */
export async function start(address: string, deviceName: string): Promise<DeviceGrant> {
  const answer = await post(`${address}/api/auth/device/code`, {
    client_id: "notes-clipper",
    device_name: deviceName,
  });
  if (typeof answer.device_code !== "string") throw new Error(String(answer.error ?? "unknown"));
  return answer as unknown as DeviceGrant;
}

/** Wait until somebody has decided; answers the key, or why there is none. */
export async function poll(
  address: string,
  grant: DeviceGrant,
  wait: (ms: number) => Promise<void>,
): Promise<{ key: string } | { error: string }> {
  let seconds = grant.interval;
  for (let waited = 0; waited < grant.expires_in; waited += seconds) {
    await wait(seconds * 1000);
    const answer = await post(`${address}/api/auth/device/token`, {
      grant_type: GRANT,
      client_id: "notes-clipper",
      device_code: grant.device_code,
    }).catch(() => ({ error: "authorization_pending" }) as Record<string, unknown>);
    if (typeof answer.access_token === "string") return { key: answer.access_token };
    if (answer.error === "slow_down") seconds += 5;
    else if (answer.error !== "authorization_pending") return { error: String(answer.error) };
  }
  return { error: "expired_token" };
}

async function post(url: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    credentials: "omit",
  });
  return (await response.json()) as Record<string, unknown>;
}
