import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { deliverWithinMs, webPushVerdictOf } from "./rules.ts";

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

/** A client of browsers' push services (RFC 8030): encrypts for the browser and signs as this service. */
export function webPushSender(deps: {
  secrets: Pick<SecretStore, "read" | "write">;
  /** Reaches public addresses only, because the browser chose the endpoint. */
  fetch: typeof fetch;
  /** Where the operator of a push service can reach us: a mailto or https address. */
  contact(): string;
}) {
  let held: Promise<Keys> | undefined;

  /** Made once: a subscription is bound to these keys, and messages signed with others are refused. */
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

    /** Rejects if there is no answer. `topic`: at most 32 letters, digits and dashes; a later message with the same replaces this one. */
    async send(to: Subscription, message: { payload: string; topic: string }) {
      const { default: webPush } = await import("web-push");
      const { endpoint, p256dh, auth } = to;
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        message.payload,
        {
          vapidDetails: { subject: deps.contact(), ...(await keys()) },
          TTL: deliverWithinMs / 1_000,
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
      return { verdict: webPushVerdictOf(answer.status), status: answer.status };
    },
  };
}
