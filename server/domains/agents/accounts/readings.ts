import type {
  AccountCredential,
  ProbedCredits,
  ProbedWindow,
  ProbeResult,
} from "../../../runtimes/account-probe.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import { isExhausted, isReadingDue, type ReadWindow, serves, spentUntil } from "./rules.ts";
import type { AccountRow, ReadingRow } from "./store.ts";
import { text } from "./text.ts";

export type ReadingTrigger = "added" | "activation" | "refresh" | "sample" | "turn" | "sign_in";

const probeLimitMs = 10_000;
const dayMs = 86_400_000;
export const readingsKeptMs = 90 * dayMs;
/** How long it can be read which account followed which. */
export const rotationsKeptMs = 365 * dayMs;
/** Older readings are kept at one an hour. */
const fullMs = 2 * dayMs;
const maxReason = 500;

/** Asks providers what accounts have used, and whether they accept the credential. */
export function accountReadings(deps: AccountDeps, pool: AccountPool) {
  const { clock, database } = deps;
  const { store } = pool;
  const asking = new Map<number, Promise<ProbeResult | null>>();

  /** Whoever asks about an account that is being asked about waits for the same answer. Never rejects; null without an answer. */
  function probe(id: number, trigger: ReadingTrigger): Promise<ProbeResult | null> {
    const open = asking.get(id);
    if (open) return open;
    const asked = ask(id, trigger)
      .catch((error: unknown) => {
        deps.log.error({ err: error, account: id }, "an account could not be read");
        return null;
      })
      .finally(() => asking.delete(id));
    asking.set(id, asked);
    return asked;
  }

  async function ask(id: number, trigger: ReadingTrigger): Promise<ProbeResult | null> {
    const row = store.byId(id);
    const credential = row && (await pool.credentialOf(row));
    const provider = deps.runtimes.find((runtime) => runtime.id === row?.runtime)?.probeAccount;
    if (!row) return null;
    if (!credential || !provider) {
      // Nobody was asked, so the time of the last answer stays.
      const probeError = credential ? text.notAsked.provider : text.notAsked.credential;
      store.update(id, { probeError, updatedAt: clock.now() });
      pool.reads.notify();
      return null;
    }
    const result = await provider(credential, AbortSignal.timeout(probeLimitMs));
    if (!database.sql.open) return null;
    if (isOutdated(credential, await pool.credentialOf(row), result)) return null;
    const told = database.transaction(() => {
      const now = store.byId(id);
      return now && learn(deps, pool, { row: now, result, trigger });
    });
    if (told === "status") pool.changed();
    else if (told === "reading") pool.reads.notify();
    return result;
  }

  /** The job: reads what is due, one after the other. */
  async function sample(): Promise<void> {
    const rows = store.all();
    const readings = store.latestReadings(rows.map(({ id }) => id));
    const due = rows.filter((row) => isReadingDue(row, readings.get(row.id) ?? null, clock.now()));
    for (const { id } of due) await probe(id, "sample");
    thin();
  }

  /** Each run thins what has just become old. */
  function thin(): void {
    const now = clock.now();
    database.transaction(() => {
      store.removeReadings({ before: now - readingsKeptMs });
      store.removeRotations({ before: now - rotationsKeptMs });
      store.thinReadings({ from: now - fullMs - dayMs, to: now - fullMs });
    });
  }

  return {
    probe,
    sample,
    /** In the background: whoever caused it does not wait for the provider. */
    probeSoon: (id: number, trigger: ReadingTrigger): void => void probe(id, trigger),

    /** When a limit ends that a turn of the account ran into, as the provider says when it is asked; null if it does not. */
    async limitEndOf(id: number): Promise<number | null> {
      const result = await probe(id, "turn");
      return result?.kind === "honored" ? (result.limitedUntil ?? null) : null;
    },
  };
}

/** A refusal of a credential that was replaced meanwhile says nothing about the new one. */
const isOutdated = (
  asked: AccountCredential,
  current: AccountCredential | null,
  result: ProbeResult,
): boolean => result.kind === "refused" && JSON.stringify(asked) !== JSON.stringify(current);

/** Keeps what a provider answered. Inside the caller's transaction. Returns what that changed. */
function learn(
  { clock, redact }: Pick<AccountDeps, "clock" | "redact">,
  pool: AccountPool,
  { row, result, trigger }: { row: AccountRow; result: ProbeResult; trigger: ReadingTrigger },
): "nothing" | "reading" | "status" {
  const { store } = pool;
  const now = clock.now();
  if (result.kind !== "honored") {
    const message = redact(result.message).slice(0, maxReason);
    store.update(row.id, { probedAt: now, probeError: message, updatedAt: now });
    if (result.kind === "unreachable") return "reading";
    if (row.rejectedAt !== null) return "reading";
    store.update(row.id, { status: "needs_reauth", rejectedAt: now, rejectionReason: message });
    pool.notifyRefused(row, null);
    return "status";
  }
  const recovered = row.status === "needs_reauth";
  store.update(row.id, {
    probedAt: now,
    probeError: null,
    verifiedAt: now,
    rejectedAt: null,
    rejectionReason: null,
    ...(recovered && { status: "active" }),
    updatedAt: now,
  });
  const { windows, plan, tier, credits = null } = result;
  const kept = { row: { ...row, ...store.byId(row.id) }, trigger, now, windows, plan, tier, credits };
  if (windows.length > 0) keepReading(pool, kept);
  pool.ensureCurrent(row.runtime);
  return recovered || store.byId(row.id)?.status !== row.status || row.verifiedAt === null
    ? "status"
    : "reading";
}

interface Kept {
  row: AccountRow;
  trigger: ReadingTrigger;
  now: number;
  windows: readonly ProbedWindow[];
  plan?: string | null;
  tier?: string | null;
  credits?: ProbedCredits | null;
  /** The provider names some windows only; the others are as they were. */
  completed?: boolean;
}

const turnEveryMs = 60_000;

/** Keeps a reading. One that says the quota is spent takes the account out of service at once. */
export function keepReading(pool: AccountPool, kept: Kept): void {
  const { store } = pool;
  const { row, trigger, now } = kept;
  const last = store.latestReadings([row.id]).get(row.id);
  const reading = readingOf(kept, last);
  // A turn reports after each call of the model.
  if (trigger === "turn" && last?.trigger === "turn" && now - last.takenAt < turnEveryMs)
    store.replaceReading(last.id, reading);
  else {
    store.addReading(reading);
    setImmediate(() => pool.reads.notify());
  }
  if (isExhausted(reading, now)) keepSpent(pool, row, { reading, now });
}

/** Whoever serves no more because of its quota comes back when the newest reading says so. */
function keepSpent(
  { store, changed }: AccountPool,
  row: AccountRow,
  { reading, now }: { reading: Pick<ReadingRow, "fiveHour" | "sevenDay">; now: number },
): void {
  const quotaResetAt = spentUntil([reading.fiveHour, reading.sevenDay], now);
  if (serves(row))
    store.update(row.id, { status: "quota_exceeded", quotaSpentAt: now, quotaResetAt, updatedAt: now });
  else if (row.status === "quota_exceeded" && quotaResetAt !== null && quotaResetAt !== row.quotaResetAt)
    store.update(row.id, { quotaResetAt, updatedAt: now });
  else return;
  setImmediate(changed);
}

function readingOf(kept: Kept, last: ReadingRow | undefined) {
  const { row, trigger, now, windows, completed = false } = kept;
  const before = completed ? last : undefined;
  return {
    accountId: row.id,
    email: row.email,
    runtime: row.runtime,
    takenAt: now,
    trigger,
    plan: kept.plan ?? last?.plan ?? null,
    tier: kept.tier ?? last?.tier ?? null,
    fiveHour: windowNamed(windows, "five_hour") ?? before?.fiveHour ?? null,
    sevenDay: windowNamed(windows, "seven_day") ?? before?.sevenDay ?? null,
    otherWindows: otherWindowsOf(kept, before),
  };
}

function otherWindowsOf(
  { windows, credits }: Pick<Kept, "windows" | "credits">,
  before: ReadingRow | undefined,
): Record<string, unknown> {
  const others = windows.filter(({ name }) => name !== "five_hour" && name !== "seven_day");
  return {
    ...before?.otherWindows,
    ...Object.fromEntries(others.map(({ name, ...window }) => [name, window])),
    ...(credits && { credits }),
  };
}

function windowNamed(windows: readonly ProbedWindow[], name: string): ReadWindow | null {
  const found = windows.find((window) => window.name === name);
  return found ? { utilization: found.utilization, resetAt: found.resetAt, status: found.status } : null;
}
