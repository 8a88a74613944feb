import { registerUsageJobs, type UsageService, usageService } from "../domains/transcripts/usage/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** What sessions spend, read from their transcripts as they grow. */
export function composeUsage(
  { database, clock }: ComposeDeps,
  { jobs }: Platform,
  { sessions, transcripts, subagents, turns, feed }: Core,
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
  return usage;
}
