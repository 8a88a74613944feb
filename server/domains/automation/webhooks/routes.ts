import { type Context, type Endpoint, endpoints } from "../../../http/mount.ts";
import { type WebhookHost, webhookOperations } from "./model.ts";
import type { WebhookService } from "./service.ts";

export function webhookRoutes(webhooks: WebhookService): Endpoint[] {
  async function receive(host: WebhookHost, { request, response }: Context) {
    const raw: unknown = request.body;
    const answer = await webhooks.receive(host, {
      header: (name) => request.get(name),
      raw: raw instanceof Uint8Array ? raw : new Uint8Array(),
    });
    // X51: to whoever cannot sign, nothing is said.
    if (answer === null) response.status(401).end();
    return answer ?? {};
  }

  const hosts: Readonly<Record<string, WebhookHost>> = { receiveChat: "chat", receiveCodeHost: "code_host" };
  return endpoints(webhookOperations, {
    receiveChat: (_input, context) => receive("chat", context),
    receiveCodeHost: (_input, context) => receive("code_host", context),
  }).map((endpoint) => {
    const host = hosts[endpoint.operation.id];
    return { ...endpoint, ...(host && { admit: () => webhooks.admit(host) }) };
  });
}
