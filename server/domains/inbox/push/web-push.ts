import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { judgeWebPush, lastingMs } from "./rules.ts";

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const secretName = "web_push.vapid";

interface Keys {
  publicKey: string;
  privateKey: string;
}

export type WebPushSender = ReturnType<typeof webPushSender>;

/** Speaks to the push services of browsers (RFC 8030), encrypted for the browser and signed as this service. */
export function webPushSender(deps: {
  secrets: Pick<SecretStore, "read" | "write">;
  /** Reaches public addresses only: the endpoint is a browser's word. */
  fetch: typeof fetch;
  /** Whom an operator of a push service may write to: a mailto or https address. */
  contact(): string;
}) {
  let held: Promise<Keys> | undefined;

  /** Made once: browsers subscribe with them, and every other key would be refused from then on. */
  async function makeKeys(): Promise<Keys> {
    const stored = deps.secrets.read(secretName);
    if (stored !== null) return JSON.parse(stored) as Keys;
    const { default: webPush } = await import("web-push");
    const made = webPush.generateVAPIDKeys();
    deps.secrets.write(secretName, JSON.stringify(made));
    return made;
  }

  function keys(): Promise<Keys> {
    held ??= makeKeys().catch((error: unknown) => {
      held = undefined;
      throw error;
    });
    return held;
  }

  return {
    publicKey: async (): Promise<string> => (await keys()).publicKey,

    /** Rejects where nobody answered. `topic`: at most 32 letters, digits, dashes; a later message takes its place. */
    async send(to: Subscription, message: { payload: string; topic: string }) {
      const { default: webPush } = await import("web-push");
      const { endpoint, p256dh, auth } = to;
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        message.payload,
        {
          vapidDetails: { subject: deps.contact(), ...(await keys()) },
          TTL: lastingMs / 1_000,
          urgency: "high",
          topic: message.topic,
        },
      );
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const answer = await deps.fetch(endpoint, {
        method: "POST",
        redirect: "error",
        headers: sent,
        body: new Uint8Array(body),
      });
      return { verdict: judgeWebPush(answer.status), status: answer.status };
    },
  };
}
