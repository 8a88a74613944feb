import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { JobCount, JobScope, QueueInspection } from "../../../jobs/inspection.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Refusal } from "../../../lib/errors.ts";
import { instant } from "../../../lib/instant.ts";
import type { MaintenanceAudit } from "./audit.ts";
import { maintenanceRefusal } from "./errors.ts";
import { type DiscardedJobs, mostJobsPerCall, type QueuedJobs, type RescheduledJobs } from "./model.ts";
import { decideChange, decideCount, matchedBy, type ScopeRefusal, sums } from "./rules.ts";
import { text } from "./text.ts";

interface SentScope {
  job_class: string | null;
  queue_name: string | null;
}
interface SentChange extends SentScope {
  expected_count?: number | null | undefined;
}

export type QueuedJobService = ReturnType<typeof queuedJobService>;

/** R172: counts, discards and delays jobs that nothing has started. A refusal changes nothing. */
export function queuedJobService(deps: {
  database: Pick<Database, "transaction">;
  clock: Clock;
  inspection: Pick<QueueInspection, "counts" | "discard" | "reschedule">;
  audit: Pick<MaintenanceAudit, "record">;
}) {
  const { database, clock, inspection, audit } = deps;

  /** Counts and changes in one transaction, so that exactly what was counted is changed. */
  function change<Result>(input: SentChange, apply: (scope: JobScope) => Result) {
    const scope = scopeOf(input);
    return database.transaction(() => {
      const counts = inspection.counts(scope);
      const expected = input.expected_count ?? null;
      const why = decideChange({ scope, counts, expected });
      if (why !== null) throw refusalOf(why, counts, expected);
      return { shown: shown(input, counts), result: apply(scope) };
    });
  }

  return {
    list(input: SentScope): QueuedJobs {
      const scope = scopeOf(input);
      const why = decideCount(scope);
      if (why !== null) throw refusalOf(why, [], null);
      const counts = inspection.counts(scope);
      return { ...shown(input, counts), ...totals(counts) };
    },

    discard(input: SentChange, by: Actor): DiscardedJobs {
      const { shown, result: discarded } = change(input, inspection.discard);
      audit.record(by, text.discarded(discarded, nameOf(input)), shown);
      return { ...shown, discarded, recoverable: false };
    },

    reschedule(input: SentChange & { delay_minutes: number }, by: Actor): RescheduledJobs {
      const { delay_minutes } = input;
      const runAt = clock.now() + delay_minutes * 60_000;
      const { shown, result: rescheduled } = change(input, (scope) => inspection.reschedule(scope, runAt));
      audit.record(by, text.rescheduled(rescheduled, nameOf(input), delay_minutes), shown);
      return { ...shown, rescheduled, delay_minutes, run_at: instant(runAt), recoverable: rescheduled > 0 };
    },
  };
}

const scopeOf = ({ job_class, queue_name }: SentScope): JobScope => ({ kind: job_class, lane: queue_name });

const nameOf = ({ job_class, queue_name }: SentScope): string =>
  [job_class, queue_name && `the ${queue_name} queue`].filter((part) => part !== null).join(" in ");

const totals = (counts: readonly JobCount[]) => ({
  matched: matchedBy(counts),
  over_cap: matchedBy(counts) > mostJobsPerCall,
  max_per_call: mostJobsPerCall,
});

const shown = ({ job_class, queue_name }: SentScope, counts: readonly JobCount[]) => ({
  scope: { job_class, queue_name },
  by_job_class: sums(counts, "kind"),
  by_queue: sums(counts, "lane"),
});

const refusalOf = (why: ScopeRefusal, counts: readonly JobCount[], expected: number | null): Refusal =>
  maintenanceRefusal(
    why,
    { matched: matchedBy(counts), expected: expected ?? 0 },
    { ...totals(counts), by_job_class: sums(counts, "kind"), by_queue: sums(counts, "lane") },
  );
