import type { QuotaWindow } from "../../pricing/pacing/model.ts";
import type { AccountStatus } from "./model.ts";

/** One window of an account's quota. `utilization` is 0 to 1, `resetAt` epoch ms. Null is what the provider did not say. */
export interface ReadWindow {
  utilization: number | null;
  resetAt: number | null;
  status: string | null;
}

export interface Reading {
  takenAt: number;
  fiveHour: ReadWindow | null;
  sevenDay: ReadWindow | null;
}

/** What a decision needs of an account. */
export interface AccountFacts {
  id: number;
  kind: "api_key" | "sign_in";
  priority: number;
  isCurrent: boolean;
  status: AccountStatus;
  place: "none" | "stored" | "machine";
  verifiedAt: number | null;
  rejectedAt: number | null;
  quotaSpentAt: number | null;
  quotaResetAt: number | null;
}

export type CredentialState = "none" | "unverified" | "verified" | "rejected";

export function credentialState({
  place,
  verifiedAt,
  rejectedAt,
}: Pick<AccountFacts, "place" | "verifiedAt" | "rejectedAt">): CredentialState {
  if (place === "none") return "none";
  if (rejectedAt !== null) return "rejected";
  return verifiedAt === null ? "unverified" : "verified";
}

export const serves = (account: AccountFacts): boolean =>
  account.status === "active" && account.place !== "none" && account.rejectedAt === null;

/** The accounts that serve, in order: the current one, then by priority. */
export function servingOrder<Account extends AccountFacts>(accounts: readonly Account[]): Account[] {
  return accounts
    .filter(serves)
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || a.priority - b.priority || a.id - b.id);
}

/** Without any credential in the pool, the machine's own serve, as if there were no pool. */
export const usesMachine = (accounts: readonly Pick<AccountFacts, "place">[]): boolean =>
  accounts.every(({ place }) => place === "none");

/** A window is spent when the provider says so, or when it is full; never after its reset. */
export function isSpent(window: ReadWindow | null, now: number): boolean {
  if (window === null || isReset(window, now)) return false;
  return window.status === "rejected" || (window.utilization ?? 0) >= 1;
}

export const isReset = ({ resetAt }: ReadWindow, now: number): boolean => resetAt !== null && resetAt <= now;

/** 0 after its reset; null if unknown. */
export function countedUse(window: ReadWindow | null, now: number): number | null {
  if (window === null) return null;
  return isReset(window, now) ? 0 : window.utilization;
}

/** What is left of the five hours cannot be used while the week is spent. */
export function fiveHourUse({ fiveHour, sevenDay }: Reading, now: number): number | null {
  return isSpent(sevenDay, now) ? 1 : countedUse(fiveHour, now);
}

/** Whether a reading says that the account cannot take another turn now. */
export const isExhausted = ({ fiveHour, sevenDay }: Reading, now: number): boolean =>
  isSpent(fiveHour, now) || isSpent(sevenDay, now);

/** Whether a reading says that the account has room in both windows. Unknown windows do not count against it. */
const hasRoom = (reading: Reading, now: number): boolean => !isExhausted(reading, now);

/** Quota without a known reset is tried again after this. A key's limits are by the minute. */
const unknownResetMs = { sign_in: 15 * 60_000, api_key: 15_000 };

/** When a spent account is tried again. */
export const returnOf = (
  { kind, quotaSpentAt, quotaResetAt }: Pick<AccountFacts, "kind" | "quotaSpentAt" | "quotaResetAt">,
  now: number,
): number => quotaResetAt ?? (quotaSpentAt ?? now) + unknownResetMs[kind];

/** The later of the resets of windows that are spent; null if none is, or one is unknown. */
export function spentUntil(windows: readonly (ReadWindow | null)[], now: number): number | null {
  const resets = windows.filter((window) => isSpent(window, now)).map((window) => window?.resetAt ?? null);
  return resets.length === 0 || resets.includes(null) ? null : Math.max(...resets.map((at) => at ?? 0));
}

/** Whether spent quota is back: its reset has passed, or a later reading has room. */
export function isRestored(
  account: Pick<AccountFacts, "kind" | "status" | "quotaSpentAt" | "quotaResetAt">,
  reading: Reading | null,
  now: number,
): boolean {
  if (account.status !== "quota_exceeded") return false;
  if (returnOf(account, now) <= now) return true;
  return reading !== null && reading.takenAt > (account.quotaSpentAt ?? 0) && hasRoom(reading, now);
}

/** A quota_exceeded account counts as active when its newest reading says that both windows are clear. */
export function effectiveStatus(
  account: Pick<AccountFacts, "kind" | "status" | "quotaSpentAt" | "quotaResetAt">,
  reading: Reading | null,
  now: number,
): AccountStatus {
  return isRestored(account, reading, now) ? "active" : account.status;
}

/** Accounts that would serve but for their quota. */
export const spentOnes = <Account extends Pick<AccountFacts, "status" | "place">>(
  accounts: readonly Account[],
): Account[] => accounts.filter(({ status, place }) => status === "quota_exceeded" && place !== "none");

const isOnlySpent = ({ status, rejectedAt, place }: AccountFacts): boolean =>
  status === "quota_exceeded" && rejectedAt === null && place !== "none";

/** When the next of the spent accounts serves again; null if none has a known time. */
export function nextCapacityAt(accounts: readonly AccountFacts[], now: number): number | null {
  const times = accounts.flatMap((account) =>
    isOnlySpent(account) && account.quotaResetAt !== null ? [Math.max(account.quotaResetAt, now)] : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** The same, or when it is tried again without a known time; null if no account is spent. */
export function nextReturnAt(accounts: readonly AccountFacts[], now: number): number | null {
  const times = accounts.flatMap((account) => (isOnlySpent(account) ? [returnOf(account, now)] : []));
  return times.length === 0 ? null : Math.max(Math.min(...times), now);
}

const minuteMs = 60_000;
const busyEveryMs = 15 * minuteMs;
const idleEveryMs = 60 * minuteMs;

/** A key is asked about once; what has windows is read again: often while it serves or is spent, else each hour. */
export function isReadingDue(
  account: Pick<AccountFacts, "kind" | "isCurrent" | "status" | "place"> & { probedAt: number | null },
  reading: Reading | null,
  now: number,
): boolean {
  if (account.place === "none") return false;
  if (account.kind === "api_key" && reading === null) return account.probedAt === null;
  const everyMs = account.isCurrent || account.status === "quota_exceeded" ? busyEveryMs : idleEveryMs;
  return now - Math.max(reading?.takenAt ?? 0, account.probedAt ?? 0) >= everyMs;
}

/** What all accounts of a runtime that were read have used together; null if none was. */
export function pooledUse(
  readings: readonly Reading[],
  now: number,
): Record<"fiveHour" | "sevenDay", { utilization: number | null; resetsAt: number | null }> | null {
  if (readings.length === 0) return null;
  const over = (use: (reading: Reading) => number | null, window: "fiveHour" | "sevenDay") => {
    const resets = readings.flatMap((reading) => {
      const at = reading[window]?.resetAt ?? null;
      return at !== null && at > now ? [at] : [];
    });
    return {
      utilization: mean(readings.flatMap((reading) => use(reading) ?? [])),
      // What is left of the windows, on average.
      resetsAt: resets.length === 0 ? null : Math.round(mean(resets) ?? 0),
    };
  };
  return {
    fiveHour: over((reading) => fiveHourUse(reading, now), "fiveHour"),
    sevenDay: over(({ sevenDay }) => countedUse(sevenDay, now), "sevenDay"),
  };
}

/** The window of which accounts that were read have used most together, with its next reset; null if nothing is known. */
export function fullestWindow(
  readings: readonly Reading[],
  now: number,
): { name: QuotaWindow; utilization: number; resetsAt: number | null } | null {
  const use = pooledUse(readings, now);
  const of = (name: QuotaWindow, window: "fiveHour" | "sevenDay") => {
    const utilization = use?.[window].utilization ?? null;
    if (utilization === null) return [];
    const resets = readings.flatMap((reading) => reading[window]?.resetAt ?? []).filter((at) => at > now);
    return [{ name, utilization, resetsAt: resets.length === 0 ? null : Math.min(...resets) }];
  };
  const [first, second] = [...of("five_hour", "fiveHour"), ...of("weekly", "sevenDay")];
  if (first === undefined || second === undefined) return first ?? null;
  return second.utilization >= first.utilization ? second : first;
}

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export const isApiKey = (key: string): boolean => /^[\x21-\x7e]{1,1000}$/.test(key);
