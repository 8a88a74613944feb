import { type ModelRateService, modelRateService } from "../domains/pricing/model-rates/index.ts";
import { registerPacingJobs } from "../domains/pricing/pacing/index.ts";
import { dollars, promptSteps } from "../domains/pricing/prices/index.ts";
import { sessionOfClone } from "../domains/sessions/sessions/queries.ts";
import { adHocVersion } from "../domains/usage/ad-hoc-calls/queries.ts";
import { type BudgetService, budgetService, registerBudgetJobs } from "../domains/usage/budgets/index.ts";
import { registerUsageJobs, type UsageService, usageService } from "../domains/usage/calls/index.ts";
import { costReads, costService, registerCostJobs } from "../domains/usage/costs/index.ts";
import { type LedgerService, ledgerService, registerLedgerJobs } from "../domains/usage/ledger/index.ts";
import { registerSumJobs, sumReads, sumService } from "../domains/usage/sums/index.ts";
import type { ComposeDeps, Core, Platform, SessionFeatures } from "./deps.ts";

/** What calls to models cost, those of sessions and others, and the limits on it. */
export function composeUsage(
  deps: ComposeDeps,
  platform: Platform,
  of: Core & Pick<SessionFeatures, "notifications" | "announcements">,
): Pick<SessionFeatures, "usage" | "ledger" | "modelRates" | "costs" | "budgets"> {
  const { database, clock } = deps;
  const { jobs, pacing, workers } = platform;
  function learned(): void {
    of.admission.onChanged();
    of.feed.inference();
  }
  const modelRates = modelRateService(deps);
  const usage = composeSessionUsage(deps, platform, {
    ...of,
    modelRates,
    onSpent: (recorded) => budgets.onSpent(recorded),
  });
  const ledger = composeLedger(deps, platform, usage);
  const costs = costService({
    clock,
    reads: costReads(database.sql, workers),
    prices: modelRates.prices,
    quotaRuntimes: platform.runtimes.flatMap(({ id, hasAccounts }) => (hasAccounts ? [id] : [])),
    coverage: ledger.coverage,
    version: () => `${usage.version()}:${adHocVersion(database.sql)}`,
    onBurnRates(rates) {
      pacing.learnRates(rates);
      learned();
    },
  });
  registerCostJobs(jobs, costs);
  registerPacingJobs(jobs, {
    pacing,
    runtimes: platform.runtimes.map(({ id }) => id),
    reading: platform.accounts.quota.reading,
    spent: costs.spentOf,
    changed: learned,
  });
  registerSumJobs(jobs, sumService({ database, clock, promptSteps, addUp: sumReads(database.sql, workers) }));
  const budgets = budgetService({
    database,
    clock,
    jobs,
    holds: of.budgetHolds,
    spent: costs.spent,
    priceUsd: (call) => dollars(modelRates.prices().priceOf(call, call) ?? 0),
    checkSession: (id) => void of.sessions.find(String(id)),
    notify(id, message) {
      if (id === null) of.announcements.notify({ message, url: "/costs", tag: "budget" });
      else of.notifications.push({ session_id: id, message });
    },
    onAddedUp: of.feed.budgets,
    onChanged() {
      of.feed.budgets();
      of.admission.onChanged();
    },
  });
  registerBudgetJobs(jobs, budgets);
  of.budgetHolds.readWith((sessionId) => usage.read(sessionId));
  modelRates.onChange(usage.onPricesChanged);
  modelRates.onChange(() => budgets.onSpent());
  return { usage, ledger, modelRates, costs, budgets };
}

/** What sessions spend, read from their transcripts as they grow. */
function composeSessionUsage(
  { database, clock }: ComposeDeps,
  { jobs }: Platform,
  of: Core & { modelRates: ModelRateService; onSpent: BudgetService["onSpent"] },
): UsageService {
  const { sessions, sessionLog, transcripts, subagents, turns, feed } = of;
  const usage = usageService({
    database,
    clock,
    jobs,
    sessions,
    sessionLog,
    transcripts,
    subagents,
    sessionId: (reference) => sessions.find(reference).id,
    turns: turns.begun,
    prices: of.modelRates.prices,
    changed(recorded) {
      feed.usage(recorded.sessionId);
      of.onSpent(recorded);
    },
  });
  registerUsageJobs(jobs, usage);
  return usage;
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
    cloneAt: sessionOfClone(database.sql),
  });
  registerLedgerJobs(jobs, ledger);
  return ledger;
}
