import type { ComposeDeps } from "../compose.ts";
import { registerUsageJobs, type UsageService, usageService } from "../domains/transcripts/usage/index.ts";
import type { Core } from "./domains.ts";
import type { Platform } from "./platform.ts";

/** What sessions spend, read from their transcripts as these grow. */
export function composeUsage(
  { database, clock }: ComposeDeps,
  { jobs }: Platform,
  { sessions, transcripts, subagents, turns, feed, onTranscript }: Core,
): UsageService {
  const usage = usageService({
    database,
    clock,
    jobs,
    sessions,
    transcripts,
    subagents,
    sessionId: (reference) => sessions.find(reference).id,
    turns: turns.begun,
    changed: feed.usage,
  });
  registerUsageJobs(jobs, usage);
  onTranscript(usage.onAppended);
  sessions.onTransition(usage.onTransition);
  return usage;
}
