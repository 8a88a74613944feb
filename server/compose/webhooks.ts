import {
  registerWebhookJobs,
  type WebhookService,
  webhookService,
} from "../domains/automation/webhooks/index.ts";
import type { IngestSettings } from "../settings.ts";
import type { ComposeDeps, Platform } from "./deps.ts";

/** What the chat platform and the code host deliver. */
export function composeWebhooks(deps: ComposeDeps, { jobs }: Platform): WebhookService {
  const { database, clock, log, settings } = deps;
  const { chat, codeHost } = settings.ingest;
  const webhooks = webhookService({
    database,
    clock,
    jobs,
    log,
    secrets: { chat: secretOf(chat), code_host: secretOf(codeHost) },
    consumers: {
      // Nothing of this version acts on the chat platform's events: they are acknowledged.
      chat: () => undefined,
      code_host: () => undefined,
    },
  });
  registerWebhookJobs(jobs, webhooks);
  return webhooks;
}

/** Null unless the host may deliver. */
const secretOf = ({ mode, secret }: IngestSettings): string | null =>
  mode === "webhook_with_poll_fallback" ? secret : null;
