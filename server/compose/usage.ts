import { clonesOfSessions } from "../domains/sessions/sessions/queries.ts";
import { registerUsageJobs, type UsageService, usageService } from "../domains/transcripts/usage/index.ts";
import { adHocVersion } from "../domains/usage/ad-hoc-calls/queries.ts";
import { type CostService, costReads, costService, registerCostJobs } from "../domains/usage/costs/index.ts";
import { type LedgerService, ledgerService, registerLedgerJobs } from "../domains/usage/ledger/index.ts";
import { priceList, promptSteps } from "../domains/usage/prices/index.ts";
import { registerSumJobs, sumReads, sumService } from "../domains/usage/sums/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

const listPrices = priceList();

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
    prices: () => listPrices,
    changed: feed.usage,
  });
  registerUsageJobs(jobs, usage);
  return usage;
}

/** What all calls cost, those of sessions and others. */
export function composeCosts(
  deps: ComposeDeps,
  platform: Platform,
  usage: UsageService,
): { ledger: LedgerService; costs: CostService } {
  const { database, clock } = deps;
  const { jobs, workers } = platform;
  const ledger = composeLedger(deps, platform, usage);
  const costs = costService({
    clock,
    reads: costReads(database.sql, workers),
    prices: () => listPrices,
    coverage: ledger.coverage,
    version: () => `${usage.version()}:${adHocVersion(database.sql)}`,
  });
  registerCostJobs(jobs, costs);
  registerSumJobs(jobs, sumService({ database, clock, promptSteps, addUp: sumReads(database.sql, workers) }));
  return { ledger, costs };
}

/** What else was spent on this machine, read from the files that the CLIs keep for their owner. */
function composeLedger(
  { database, clock, log }: ComposeDeps,
  { jobs, runtimes, workers }: Platform,
  usage: UsageService,
): LedgerService {
  const ledger = ledgerService({
    database,
    clock,
    log,
    jobs,
    workers,
    usage,
    sources: runtimes.map(({ id, recordFolders }) => ({ runtime: id, folders: recordFolders })),
    clones: () => clonesOfSessions(database.sql),
  });
  registerLedgerJobs(jobs, ledger);
  return ledger;
}
