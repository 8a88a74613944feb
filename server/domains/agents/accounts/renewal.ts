import type { Renewal } from "../../../runtimes/logins.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import { isRenewalDue, strikeOf } from "./renewal-rules.ts";
import type { AccountRow } from "./store.ts";
import { text } from "./text.ts";

const limitMs = 20_000;
const maxReason = 500;

/**
 * Renews the sign-ins that we keep. While a turn has a copy, its CLI renews it: two that renew one token lock each other out.
 */
export function loginRenewal(
  deps: Pick<AccountDeps, "clock" | "log" | "redact" | "database">,
  pool: AccountPool,
) {
  const { clock, log, database } = deps;
  const { store, credentials } = pool;
  const renewing = new Map<number, Promise<void>>();

  /** One attempt at a time for each account; never inside a transaction. */
  function renew(row: AccountRow, login: string): Promise<void> {
    const open = renewing.get(row.id);
    if (open) return open;
    const attempt = attemptOf(row, login).finally(() => renewing.delete(row.id));
    renewing.set(row.id, attempt);
    return attempt;
  }

  async function attemptOf({ id, runtime }: AccountRow, login: string): Promise<void> {
    const result = await pool.loginsOf(runtime)?.renew(login, AbortSignal.timeout(limitMs));
    if (!result || !database.sql.open) return;
    // Whoever signed in again, or renewed it meanwhile, has the newer tokens.
    if (stored(id) !== login) return;
    const row = store.byId(id);
    if (!row) return;
    if (result.kind === "renewed") {
      // Before anything else: the old token may not work any more.
      credentials.write(id, { kind: "sign_in", login: result.login });
      store.update(id, { refreshStrikes: 0, refreshStrikeAt: null, updatedAt: clock.now() });
      return pool.changed();
    }
    log.warn({ account: id, kind: result.kind }, "a sign-in could not be renewed");
    fail(row, result);
  }

  function fail(row: AccountRow, result: Exclude<Renewal, { kind: "renewed" }>): void {
    const now = clock.now();
    const message = text.renewalRefused(deps.redact(result.message)).slice(0, maxReason);
    if (result.kind === "transient") {
      store.update(row.id, { probeError: message, updatedAt: now });
      return pool.reads.notify();
    }
    const struck = result.kind === "stale" ? strikeOf(row, now) : { strikes: 0, condemned: true };
    store.update(row.id, { refreshStrikes: struck.strikes, refreshStrikeAt: now, updatedAt: now });
    if (!struck.condemned || row.rejectedAt !== null) return;
    store.update(row.id, { status: "needs_reauth", rejectedAt: now, rejectionReason: message });
    pool.notifyRefused(row, null);
    pool.changed();
  }

  const stored = (id: number): string | null => {
    const credential = credentials.read(id);
    return credential?.kind === "sign_in" ? credential.login : null;
  };

  return {
    /** The job. */
    async renewDue(): Promise<void> {
      const lent = new Set(store.loans().map(({ accountId }) => accountId));
      for (const row of store.all()) {
        const login = row.place === "stored" && row.kind === "sign_in" ? stored(row.id) : null;
        if (login === null) continue;
        const expiresAt = pool.loginsOf(row.runtime)?.expiresAt(login) ?? null;
        const isLent = lent.has(row.id);
        if (isRenewalDue({ expiresAt, isLent, isRejected: row.rejectedAt !== null, now: clock.now() }))
          await renew(row, login);
      }
    },
  };
}
