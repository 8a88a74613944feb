import type { Database } from "../../../db/open.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionLogPort, SessionService } from "../../sessions/sessions/index.ts";
import type { Decided, Decisions } from "./decisions.ts";
import type { SpotPolicyKnobs } from "./model.ts";
import { holdReason, mayPassStarved } from "./rules.ts";
import type { AdmissionStore, QueuedRow } from "./store.ts";
import { text } from "./text.ts";

export interface PassDeps {
  database: Database;
  log: Logger;
  store: AdmissionStore;
  decisions: Decisions;
  sessions: Pick<SessionService, "byId" | "classOf">;
  sessionLog: SessionLogPort;
  policy(): SpotPolicyKnobs;
  /** The owner paused everything. */
  allPaused(): boolean;
  now(): number;
  priorityGenesis(): readonly string[];
  /** Gives the session's turn a slot; false while its last turn is still being stopped. */
  admit(sessionId: number): boolean;
  /** Calls for another pass at this time, epoch ms. */
  passAt(at: number): void;
}

/**
 * Goes over the spot queue in the order of admission, and starts what the decision allows: each start takes its slot in the
 * same transaction, so the next decision counts it. Ends at the first that no later one could pass.
 */
export function admissionPass(deps: PassDeps) {
  const { store, decisions, sessionLog } = deps;
  /** Sessions may have become priority sessions since the last pass. */
  let classesChanged = true;

  /** Returns how many sessions started. Inside the caller's transaction. */
  function pass(): number {
    if (deps.allPaused()) return 0;
    let admitted = classesChanged ? admitPromoted() : 0;
    const blocked = new Set<string>();
    const skipped = new Set<number>();
    for (;;) {
      const row = store.next(blocked, skipped);
      if (!row) return admitted;
      const decided = decisions.decide({ candidate: row, isPaused: row.isPaused });
      if (decided.verdict.allowed) {
        if (admit(row)) admitted += 1;
        else skipped.add(row.id);
        continue;
      }
      if (decided.verdict.reason === "budget_reached") {
        waitForBudget(row, decided);
        skipped.add(row.id);
        continue;
      }
      // The next sweep tries again.
      if (decided.verdict.reason === "unread") return admitted;
      if (decided.verdict.ceiling === "fleet_cap") return admitted;
      admitted += afterQuotaHold(row, decided, blocked);
    }
  }

  function admitPromoted(): number {
    classesChanged = false;
    const rows = store.promoted(deps.priorityGenesis());
    const free = rows.filter((row) => {
      const decided = decisions.decide({ candidate: row });
      if (decided.verdict.allowed) return true;
      waitForBudget(row, decided);
      return false;
    });
    const started = free.filter(admit).length;
    if (started < rows.length) classesChanged = true;
    return started;
  }

  /** The budget may hold no other. It ends by itself, and calls for a pass if it is changed before. */
  function waitForBudget({ id }: QueuedRow, { verdict, detail }: Decided): void {
    const record = store.record(id);
    if (record?.state === "held" && record.detail !== detail)
      store.change(id, { why: holdReason(verdict.reason), detail });
    if (verdict.until !== null) deps.passAt(verdict.until);
  }

  function admit(row: QueuedRow): boolean {
    if (!deps.admit(row.id)) return false;
    sessionLog.note(row.id, "info", text.log.admitted);
    return true;
  }

  /** Others of the runtime cannot pass either, but one that has waited too long. */
  function afterQuotaHold(row: QueuedRow, decided: Decided, blocked: Set<string>): number {
    const { verdict, situation } = decided;
    blocked.add(`${row.agentRuntime}:${row.isPaused ? "paused" : "held"}`);
    if (verdict.until !== null) deps.passAt(verdict.until);
    const longest = store.waitedLongest(row.agentRuntime, row.isPaused ? "paused" : "held");
    const { now, policy } = situation;
    const since = longest?.since ?? null;
    const ceilingMs = policy.starvation_age_ceiling_hours * 3_600_000;
    const laneTaken = store.starved() !== null;
    const active = situation.onWorker + situation.awaiting;
    if (longest && mayPassStarved({ now, verdict, policy, since, laneTaken, active }))
      return admitStarved(longest.id, now - longest.since);
    if (since !== null && ceilingMs > 0 && since + ceilingMs > now) deps.passAt(since + ceilingMs);
    return 0;
  }

  function admitStarved(id: number, waitedMs: number): number {
    if (!deps.admit(id)) return 0;
    store.change(id, { state: "admitted", why: "waited_long", since: deps.now(), detail: null });
    sessionLog.note(id, "warning", text.log.admittedStarved(Math.floor(waitedMs / 3_600_000)));
    return 1;
  }

  return {
    pass,
    onClassesChanged(): void {
      classesChanged = true;
    },
  };
}
