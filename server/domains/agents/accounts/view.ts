import { z } from "zod";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { QuotaWindow, WindowCapacity } from "../../pricing/pacing/model.ts";
import { isLoginOver } from "./login-rules.ts";
import type {
  AccountLogin,
  AccountReading,
  AccountRotation,
  DollarWindow,
  InferenceAccount,
  InferencePool,
} from "./model.ts";
import {
  countedUse,
  credentialState,
  effectiveStatus,
  fiveHourUse,
  isReset,
  isSpent,
  mean,
  nextCapacityAt,
  pooledUse,
  type ReadWindow,
  serves,
  servingOrder,
  usesMachine,
} from "./rules.ts";
import type { AccountRow, LoginRow, ReadingRow, RotationRow } from "./store.ts";
import { text } from "./text.ts";

/** What of an attempt is in memory only: the link and the code never reach the disk. */
export interface LiveLogin {
  url: string | null;
  code: string | null;
  asksForCode: boolean;
}

/** An attempt with what of it is in memory, as a person may see it. */
export interface ShownLogin {
  row: LoginRow;
  live: LiveLogin | null;
}

export interface PoolFacts {
  /** The last attempt of each account. */
  logins?: ReadonlyMap<number, ShownLogin>;
  accounts: readonly AccountRow[];
  readings: ReadonlyMap<number, ReadingRow>;
  capacity(window: QuotaWindow): WindowCapacity | null;
  now: number;
}

/** Accounts as callers see them: never a key or a token. */
export function accountViews(facts: PoolFacts): InferenceAccount[] {
  const [next] = servingOrder(facts.accounts);
  return facts.accounts.map((row) => ({ ...accountView(row, facts), serves_next: row.id === next?.id }));
}

function accountView(
  row: AccountRow,
  { readings, logins, now }: PoolFacts,
): Omit<InferenceAccount, "serves_next"> {
  const reading = readings.get(row.id) ?? null;
  const state = credentialState(row);
  return {
    id: row.id,
    runtime: row.runtime,
    email: row.email,
    priority: row.priority,
    is_current: row.isCurrent,
    status: row.status,
    effective_status: effectiveStatus(row, reading, now),
    quota_hit_count: row.quotaHitCount,
    quota_reset_at: instantOrNull(row.status === "quota_exceeded" ? row.quotaResetAt : null),
    api_key_account: row.kind === "api_key",
    credential_place: row.place,
    credentials: {
      state,
      stored: row.place !== "none",
      refused: state === "rejected",
      rejected_at: instantOrNull(row.rejectedAt),
      rejection_reason: row.rejectionReason,
      verified_at: instantOrNull(row.verifiedAt),
    },
    quota: reading && quotaView(reading, now),
    probed_at: instantOrNull(row.probedAt),
    probe_error: row.probeError,
    login: loginOf(row, logins?.get(row.id) ?? null),
    serves: serves(row),
    why_not: whyNot(row),
  };
}

function loginOf(row: AccountRow, shown: ShownLogin | null): InferenceAccount["login"] {
  const last = shown && loginView(row.id, shown);
  const isActive = last !== null && !last.terminal;
  return {
    available: row.kind !== "api_key",
    active_attempt: isActive ? last : null,
    last_attempt: isActive ? null : last,
  };
}

export function loginView(accountId: number, { row, live }: ShownLogin): AccountLogin {
  const terminal = isLoginOver(row.status);
  return {
    id: row.id,
    account_id: accountId,
    status: row.status,
    verification_url: terminal ? null : (live?.url ?? null),
    verification_code: terminal ? null : (live?.code ?? null),
    awaiting_code: row.status === "awaiting_code",
    code_received: row.codeReceived,
    error_message: row.errorMessage,
    created_at: instant(row.createdAt),
    expires_at: instant(row.expiresAt),
    terminal,
  };
}

function quotaView(reading: ReadingRow, now: number): NonNullable<InferenceAccount["quota"]> {
  const weekSpent = isSpent(reading.sevenDay, now);
  return {
    taken_at: instant(reading.takenAt),
    trigger: reading.trigger,
    subscription_type: reading.plan,
    rate_limit_tier: reading.tier,
    five_hour: reading.fiveHour && windowView(reading.fiveHour, fiveHourUse(reading, now), now),
    seven_day: reading.sevenDay && windowView(reading.sevenDay, countedUse(reading.sevenDay, now), now),
    five_hour_headroom_unusable: weekSpent && (countedUse(reading.fiveHour, now) ?? 0) < 1,
    other_windows: Object.entries(reading.otherWindows).flatMap(([name, stored]) => {
      const window = storedWindow.safeParse(stored).data;
      return name !== "credits" && window
        ? [{ name, ...windowView(window, countedUse(window, now), now) }]
        : [];
    }),
    credits: storedCredits.safeParse(reading.otherWindows["credits"]).data ?? null,
  };
}

const amount = z.number().nullable();
const storedWindow = z.object({ utilization: amount, resetAt: amount, status: z.string().nullable() });
const storedCredits = z.object({ used: amount, limit: amount, balance: amount, unlimited: z.boolean() });

function windowView(window: ReadWindow, effective: number | null, now: number) {
  const passed = isReset(window, now);
  return {
    utilization: passed ? 0 : window.utilization,
    effective_utilization: effective,
    status: passed ? null : window.status,
    reset_at: instantOrNull(window.resetAt),
    reset_passed: passed,
  };
}

/** Why an account does not serve, as a sentence without its period; null if it serves. */
export function whyNot(row: AccountRow): string | null {
  if (serves(row)) return null;
  if (row.place === "none") return text.whyNot.none;
  if (row.rejectedAt !== null) return text.whyNot.rejected(row.rejectionReason);
  return row.status === "quota_exceeded" ? text.whyNot.quota(row.quotaResetAt) : text.whyNot.reauth;
}

export function poolView(facts: PoolFacts): InferencePool {
  const { accounts, readings, now } = facts;
  const count = (status: AccountRow["status"]): number =>
    accounts.filter((account) => account.status === status).length;
  const read = accounts.flatMap((account) => {
    const reading = readings.get(account.id);
    return reading ? [{ email: account.email, reading }] : [];
  });
  const fiveHour = usesOf(read, (reading) => fiveHourUse(reading, now));
  const weekly = usesOf(read, ({ sevenDay }) => countedUse(sevenDay, now));
  const servable = accounts.filter(serves).length;
  const resets = read.flatMap(({ reading: { sevenDay } }) =>
    sevenDay?.resetAt != null && sevenDay.resetAt > now ? [sevenDay.resetAt] : [],
  );
  return {
    total: accounts.length,
    active: count("active"),
    quota_exceeded: count("quota_exceeded"),
    needs_reauth: count("needs_reauth"),
    five_hour_utilization: mean(fiveHour.map(({ utilization }) => utilization)),
    weekly_utilization: mean(weekly.map(({ utilization }) => utilization)),
    worst_five_hour: worstOf(fiveHour),
    worst_weekly: worstOf(weekly),
    read_count: read.length,
    servable_count: servable,
    weekly_spent_count: read.filter(({ reading }) => isSpent(reading.sevenDay, now)).length,
    capacity_now: servable > 0 || usesMachine(accounts),
    next_capacity_at: instantOrNull(servable > 0 ? null : nextCapacityAt(accounts, now)),
    next_weekly_reset: instantOrNull(resets.length === 0 ? null : Math.min(...resets)),
    dollar_windows: dollarWindows(facts),
    uses_machine: usesMachine(accounts),
    dry: servable > 0 || accounts.length === 0 ? null : dryView(accounts, now),
  };
}

function dollarWindows({ readings, capacity, now }: PoolFacts): DollarWindow[] {
  const use = pooledUse([...readings.values()], now);
  const windows = { five_hour: use?.fiveHour, weekly: use?.sevenDay } as const;
  return (["five_hour", "weekly"] as const).flatMap((name) => {
    const { utilization = null, resetsAt = null } = windows[name] ?? {};
    const known = capacity(name);
    if (known === null || utilization === null) return [];
    const { usd, ...estimate } = known;
    const used = usd * utilization;
    const resets_at = instantOrNull(resetsAt);
    return [{ name, capacity: usd, used, remaining: Math.max(usd - used, 0), resets_at, estimate }];
  });
}

interface Use {
  email: string;
  utilization: number;
}

const usesOf = (
  read: readonly { email: string; reading: ReadingRow }[],
  use: (reading: ReadingRow) => number | null,
): Use[] =>
  read.flatMap(({ email, reading }) => {
    const utilization = use(reading);
    return utilization === null ? [] : [{ email, utilization }];
  });

const worstOf = (uses: readonly Use[]): Use | null =>
  uses.reduce<Use | null>(
    (worst, use) => (worst === null || use.utilization > worst.utilization ? use : worst),
    null,
  );

function dryView(accounts: readonly AccountRow[], now: number): NonNullable<InferencePool["dry"]> {
  const breakdown = accounts.map((row) => ({
    email: row.email,
    reason: row.place === "none" ? "no_credentials" : row.rejectedAt === null ? row.status : "needs_reauth",
    sentence: `${whyNot(row)}.`,
    returns_at: instantOrNull(row.status === "quota_exceeded" ? row.quotaResetAt : null),
  }));
  const reasons = [...new Set(breakdown.map(({ reason }) => reason))];
  const at = nextCapacityAt(accounts, now);
  const quotaOnly = reasons.every((reason) => reason === "quota_exceeded");
  return {
    reasons,
    breakdown,
    recovery: {
      at: instantOrNull(at),
      sentence: text.dry.recovery(at, quotaOnly ? "quota_exceeded" : "mixed"),
    },
  };
}

export const readingView = (row: ReadingRow): AccountReading => ({
  at: instant(row.takenAt),
  five_hour: row.fiveHour?.utilization ?? null,
  seven_day: row.sevenDay?.utilization ?? null,
  trigger: row.trigger,
});

export const rotationView = (row: RotationRow): AccountRotation => ({
  at: instant(row.at),
  from: rotated(row.fromId, row.fromEmail),
  to: rotated(row.toId, row.toEmail),
  reason: row.reason,
  source: row.source,
  triggered_by: row.triggeredBy,
  session_id: row.sessionId,
});

const rotated = (id: number | null, email: string | null) =>
  email === null ? null : { email, deleted: id === null };
