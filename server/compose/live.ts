import {
  type LiveConversationService,
  type LiveLedger,
  liveConversationService,
  registerLiveJobs,
} from "../domains/live/conversations/index.ts";
import { priceList, type TokenCounts } from "../domains/pricing/prices/index.ts";
import { adHocUsageService } from "../domains/usage/ad-hoc-calls/index.ts";
import { redactJson } from "../lib/redaction/index.ts";
import { openAiProvider } from "../live-provider/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";
import { type LiveToolRegistry, liveToolRegistry } from "./live-tools.ts";

/** Live conversations, the provider behind them and the tools they have. */
export function composeLive(
  deps: ComposeDeps,
  platform: Platform,
  { feed }: Core,
): { live: LiveConversationService; liveTools: LiveToolRegistry } {
  const { database, clock, log, settings } = deps;
  const { jobs, catalog, liveSettings, liveKey, owner, redactor } = platform;
  const redact = (text: string): string => redactor.redact(text);
  const liveTools = liveToolRegistry({ log, clean: (input) => redactJson(redactor, input) });
  const live = liveConversationService({
    database,
    clock,
    log,
    jobs,
    provider: openAiProvider({ key: liveKey.current, url: settings.live.url }),
    key: liveKey,
    tools: liveTools,
    feed: { changed: feed.liveConversation, partial: feed.livePartial },
    ledger: ledgerOf(deps),
    settings: liveSettings,
    root: settings.live.root,
    findRoot(name) {
      const entry = catalog.current().findRoot(name);
      return entry ? { description: entry.definition.description } : null;
    },
    reloadCatalog: catalog.reload,
    ownerName: () => owner.current().name,
    redact,
  });
  registerLiveJobs(jobs, live);
  return { live, liveTools };
}

/**
 * Live conversations in the ledger, as the service's own calls. Text and audio have different prices, so one answer is
 * up to two rows.
 */
function ledgerOf(deps: ComposeDeps): LiveLedger {
  const usage = adHocUsageService(deps);
  const prices = priceList();
  const priceOf = ({
    model,
    ...counts
  }: { model: string } & Pick<TokenCounts, "inputTokens" | "cacheReadTokens" | "outputTokens">) =>
    prices.priceOf(
      { model, calledAt: deps.clock.now(), promptTokens: counts.inputTokens + counts.cacheReadTokens },
      { ...counts, cacheCreationTokens: 0, cacheCreation1hTokens: 0, webSearchRequests: 0 },
    );
  return {
    record({ responseId, model, usage: counts }) {
      const parts = [
        {
          model,
          requestId: responseId,
          inputTokens: counts.text_input_tokens,
          cacheReadTokens: counts.text_cached_tokens,
          outputTokens: counts.text_output_tokens,
        },
        {
          model: `${model}-audio`,
          requestId: `${responseId}:audio`,
          inputTokens: counts.audio_input_tokens,
          cacheReadTokens: counts.audio_cached_tokens,
          outputTokens: counts.audio_output_tokens,
        },
      ].filter((part) => part.inputTokens + part.cacheReadTokens + part.outputTokens > 0);
      for (const part of parts)
        usage.record({ source: "live", subjectSessionId: null, agentRuntime: "live", ...part });
      return parts.reduce((sum, part) => sum + (priceOf(part) ?? 0), 0);
    },
  };
}
