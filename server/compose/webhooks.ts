import type { ChatService } from "../domains/automation/chat/index.ts";
import type { CodeHostService } from "../domains/automation/code-host/index.ts";
import {
  registerWebhookJobs,
  type WebhookService,
  webhookService,
} from "../domains/automation/webhooks/index.ts";
import type { PullRequestService } from "../domains/review/pull-requests/index.ts";
import type { IngestSettings } from "../settings.ts";
import type { ComposeDeps, Platform } from "./deps.ts";

interface Consumers {
  codeHost: CodeHostService;
  chat: ChatService;
  pullRequests: PullRequestService;
}

/** What the chat platform and the code host deliver. */
export function composeWebhooks(
  deps: ComposeDeps,
  { jobs }: Platform,
  { codeHost, chat, pullRequests }: Consumers,
): WebhookService {
  const { database, clock, log, settings } = deps;
  const { ingest } = settings;
  const webhooks = webhookService({
    database,
    clock,
    jobs,
    log,
    secrets: { chat: secretOf(ingest.chat), code_host: secretOf(ingest.codeHost) },
    consumers: {
      chat: chat.take,
      code_host(delivery) {
        codeHost.take(delivery);
        pullRequests.take(delivery);
      },
    },
  });
  registerWebhookJobs(jobs, webhooks);
  return webhooks;
}

/** Null unless the host may deliver. */
const secretOf = ({ mode, secret }: IngestSettings): string | null =>
  mode === "webhook_with_poll_fallback" ? secret : null;
