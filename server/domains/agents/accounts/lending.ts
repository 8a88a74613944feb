import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import type { AccountLoan } from "../../../runtimes/runtime.ts";
import { lentLogins } from "./lent-logins.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import { keepReading } from "./readings.ts";
import type { RefusedModels } from "./refused-models.ts";
import { returnOf, serves, servingOrder, spentOnes, spentUntil, usesMachine } from "./rules.ts";
import type { AccountRow } from "./store.ts";
import { text } from "./text.ts";

interface LentAccount {
  kind: "account";
  id: number;
  loan: AccountLoan | null;
}

interface Dry {
  kind: "dry";
  why: "quota" | "credential";
  at: number;
  message: string;
}

type Windows = readonly { name: string; utilization: number | null; resetAt: number | null }[];
type RotationReason = "quota_exceeded" | "auth_recovery";

/** A reset that is over already must not become a loop. */
const shortestMs = 1_000;
const maxReason = 500;

/** Lends accounts to turns, and learns from how the turns end. */
export function accountLending(
  deps: Pick<AccountDeps, "clock" | "log" | "redact">,
  pool: AccountPool,
  {
    limitEndOf,
    ...refused
  }: Pick<RefusedModels, "note" | "withdraw"> & { limitEndOf(id: number): Promise<number | null> },
) {
  const { clock } = deps;
  const { store, credentials, converge } = pool;
  const lent = lentLogins(deps, pool);

  /** Without a session it is for a question beside the turns, whose copy of a sign-in nobody looks for after a crash. */
  function lend(runtime: string, sessionId: number | null): LentAccount | Dry | { kind: "machine" } {
    if (!pool.pooled.includes(runtime)) return { kind: "machine" };
    converge(runtime);
    const accounts = store.ofRuntime(runtime);
    if (usesMachine(accounts)) return { kind: "machine" };
    const [first] = servingOrder(accounts);
    if (!first) return dry(accounts, clock.now());
    if (first.place === "machine") return { kind: "account", id: first.id, loan: null };
    const stored = credentials.read(first.id);
    if (stored?.kind === "api_key")
      return { kind: "account", id: first.id, loan: { kind: "api_key", apiKey: stored.key } };
    if (stored !== null)
      return {
        kind: "account",
        id: first.id,
        loan: { kind: "sign_in", login: lent.keeperFor(first, sessionId) },
      };
    // The secret store was replaced; the account has nothing any more.
    store.update(first.id, { place: "none", status: "needs_reauth", updatedAt: clock.now() });
    return lend(runtime, sessionId);
  }

  function settle(
    account: LentAccount,
    of: { sessionId: number; outcome: AgentOutcome; model: string | null },
  ): { kind: "rotated"; message: string } | Dry | null {
    const row = store.byId(account.id);
    const { outcome, model } = of;
    store.endLoan(of.sessionId);
    if (row && model !== null && isRefusal(outcome)) refused.note(row.id, model);
    if (outcome.kind === "completed" && row) {
      if (model !== null) refused.withdraw(row.id, model);
      if (row.verifiedAt === null) store.update(row.id, { verifiedAt: clock.now(), updatedAt: clock.now() });
      return null;
    }
    const reason = reasonOf(outcome);
    if (reason === null || !row) return null;
    if (serves(row) || isFirstHit(pool, { row, reason })) mark(deps, pool, { row, outcome });
    if (reason === "auth_recovery" && serves(row)) pool.notifyRefused(row, of.sessionId);
    return rotate(deps, pool, { row, reason, sessionId: of.sessionId });
  }

  /** How a turn ended, with when its limit ends, if the provider says so: what a CLI shows of a refusal may have no time. */
  async function dated(
    account: LentAccount | { kind: "machine" },
    outcome: AgentOutcome,
  ): Promise<AgentOutcome> {
    if (outcome.kind !== "rate_limited" || account.kind !== "account") return outcome;
    if (outcome.resetAt !== null && !outcome.estimated) return outcome;
    const resetAt = await limitEndOf(account.id);
    return resetAt === null ? outcome : { kind: "rate_limited", resetAt, message: outcome.message };
  }

  return {
    lend,
    dated,
    settle,
    recover: lent.recover,
    serves: (runtime: string): boolean => servingOrder(store.ofRuntime(runtime)).length > 0,
    /** Never throws: a reading that cannot be kept is no reason to end the turn that reported it. */
    read(account: LentAccount | { kind: "machine" }, windows: Windows): void {
      if (account.kind !== "account" || windows.length === 0) return;
      try {
        const row = store.byId(account.id);
        if (row) keepTurnReading(pool, { row, windows, now: clock.now() });
      } catch (error) {
        deps.log.error(
          { err: error, account: account.id },
          "the quota that a turn reported could not be kept",
        );
      }
    },
  };
}

/** Of the model, not of the account. */
const isRefusal = (outcome: AgentOutcome): boolean =>
  outcome.kind === "api_error" && outcome.error === "model_not_found";

function dry(accounts: readonly AccountRow[], now: number): Dry {
  const spent = spentOnes(accounts);
  const why = spent.length > 0 ? "quota" : "credential";
  const at = Math.min(...spent.map((account) => returnOf(account, now)));
  return {
    kind: "dry",
    why,
    at: Math.max(spent.length > 0 ? at : now, now + shortestMs),
    message: text.noneServes[why],
  };
}

/** Several turns that end for one account rotate once: the others find the account that serves by then. */
function rotate(
  { clock, log }: Pick<AccountDeps, "clock" | "log">,
  pool: AccountPool,
  of: { row: AccountRow; reason: RotationReason; sessionId: number },
): { kind: "rotated"; message: string } | Dry {
  const { row, reason, sessionId } = of;
  const { runtime } = row;
  const { store } = pool;
  const accounts = store.ofRuntime(runtime);
  const [next] = servingOrder(accounts);
  setImmediate(pool.changed);
  if (!next) return dry(accounts, clock.now());
  const current = accounts.find(({ isCurrent }) => isCurrent);
  if (!next.isCurrent) {
    store.makeCurrent(runtime, next.id);
    store.addRotation({
      runtime,
      at: clock.now(),
      fromId: current?.id ?? row.id,
      fromEmail: current?.email ?? row.email,
      toId: next.id,
      toEmail: next.email,
      reason,
      source: "automatic",
      triggeredBy: null,
      sessionId,
    });
    log.info({ runtime, from: current?.id, to: next.id, reason, session: sessionId }, "accounts rotated");
  }
  return { kind: "rotated", message: text.rotated[reason](row.email, next.email) };
}

/** A reading of the turn may have said that the quota is spent before the provider refused the call. */
function isFirstHit(
  { store }: AccountPool,
  { row, reason }: { row: AccountRow; reason: RotationReason },
): boolean {
  if (reason !== "quota_exceeded" || row.status !== "quota_exceeded" || row.quotaSpentAt === null)
    return false;
  const reading = store.latestReadings([row.id]).get(row.id);
  return reading !== undefined && reading.takenAt >= row.quotaSpentAt;
}

/** What an outcome proves of the account that the turn ran on. */
function mark(
  { clock, redact }: Pick<AccountDeps, "clock" | "redact">,
  { store }: AccountPool,
  { row, outcome }: { row: AccountRow; outcome: AgentOutcome },
): void {
  const now = clock.now();
  if (outcome.kind === "rate_limited") {
    const reading = store.latestReadings([row.id]).get(row.id);
    const read = reading ? spentUntil([reading.fiveHour, reading.sevenDay], now) : null;
    store.update(row.id, {
      status: "quota_exceeded",
      quotaHitCount: row.quotaHitCount + 1,
      quotaSpentAt: now,
      quotaResetAt: outcome.resetAt ?? read,
      updatedAt: now,
    });
  }
  if (outcome.kind === "api_error")
    store.update(row.id, {
      status: "needs_reauth",
      rejectedAt: now,
      rejectionReason: redact(outcome.message).slice(0, maxReason),
      updatedAt: now,
    });
}

/** Keeps what a CLI reported of the account's windows during a turn; what it did not name stays as it was read before. */
function keepTurnReading(
  pool: AccountPool,
  { row, windows, now }: { row: AccountRow; windows: Windows; now: number },
): void {
  const named = windows.map((window) => ({ status: null, ...window }));
  keepReading(pool, { row, trigger: "turn", now, windows: named, completed: true });
}

/** Why an end calls for another account; null if it has nothing to do with the account. */
function reasonOf(outcome: AgentOutcome): RotationReason | null {
  if (outcome.kind === "rate_limited") return "quota_exceeded";
  return outcome.kind === "api_error" && outcome.error === "authentication" ? "auth_recovery" : null;
}
