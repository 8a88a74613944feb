import { createHmac, randomUUID } from "node:crypto";

const webhookSecret = "webhook-secret-of-the-tests";

/** The settings of a service that takes deliveries. */
export const webhookSettings = {
  SERVICE_CODE_HOST_INGEST_MODE: "webhook_with_poll_fallback",
  SERVICE_CODE_HOST_WEBHOOK_SECRET: webhookSecret,
  SERVICE_CHAT_INGEST_MODE: "webhook_with_poll_fallback",
  SERVICE_CHAT_SIGNING_SECRET: webhookSecret,
};

const hmac = (...parts: readonly string[]): string => {
  const digest = createHmac("sha256", webhookSecret);
  for (const part of parts) digest.update(part);
  return digest.digest("hex");
};

export interface Delivered {
  status: number;
  text: string;
}

async function send(
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Delivered> {
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

/** A delivery as GitHub sends it. A text is sent as it is. */
export function deliverFromGitHub(
  url: string,
  event: string,
  payload: unknown,
  more: { id?: string; headers?: Record<string, string>; encode?: (body: string) => Uint8Array } = {},
): Promise<Delivered> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const headers = {
    "content-type": "application/json",
    "x-github-event": event,
    "x-github-delivery": more.id ?? randomUUID(),
    "x-hub-signature-256": `sha256=${hmac(body)}`,
    ...more.headers,
  };
  return send(`${url}/webhooks/code_host`, headers, more.encode ? new Uint8Array(more.encode(body)) : body);
}

/** A delivery as Slack sends it, signed `agoSeconds` ago. A text is sent as it is. */
export function deliverFromSlack(
  url: string,
  payload: unknown,
  more: { agoSeconds?: number; headers?: Record<string, string> } = {},
): Promise<Delivered> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.now() / 1_000) - (more.agoSeconds ?? 0));
  const headers = {
    "content-type": "application/json",
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${hmac(`v0:${timestamp}:`, body)}`,
    ...more.headers,
  };
  return send(`${url}/webhooks/chat`, headers, body);
}
