import { digestOf } from "../../../lib/digest.ts";
import { keyedListeners } from "../../../lib/keyed-listeners.ts";
import { type LoginKeeper, readRefreshed } from "../../../runtimes/credentials.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import type { AccountRow, LoanRow } from "./store.ts";

/** The sign-ins that turns have copies of. A copy that its CLI renewed replaces ours, if ours is still what was lent. */
export function lentLogins({ clock, log }: Pick<AccountDeps, "clock" | "log">, pool: AccountPool) {
  const { store, credentials } = pool;

  const replaced = keyedListeners();

  const stored = (id: number): string | null => {
    const credential = store.byId(id)?.place === "stored" ? credentials.read(id) : null;
    return credential?.kind === "sign_in" ? credential.login : null;
  };

  function keep({ id, runtime }: Pick<AccountRow, "id" | "runtime">, login: string): boolean {
    // An agent can write what it likes into its copy, and CLIs sometimes write half of it.
    if (pool.loginsOf(runtime)?.isComplete(login) !== true) return false;
    credentials.write(id, { kind: "sign_in", login });
    store.update(id, { refreshStrikes: 0, refreshStrikeAt: null, updatedAt: clock.now() });
    setImmediate(() => {
      pool.changed();
      replaced.notify(id);
    });
    return true;
  }

  function keeperFor(row: AccountRow, sessionId: number | null): LoginKeeper {
    const { id } = row;
    return {
      id: `account/${id}`,
      read: async () => {
        const login = stored(id);
        return login === null ? null : Buffer.from(login);
      },
      write: async (content) => keep(row, content.toString("utf8")),
      onLent(content) {
        if (sessionId === null) return;
        const lent = digestOf(content.toString("utf8"));
        store.keepLoan({ sessionId, accountId: id, lent, lentAt: clock.now() });
      },
      onReplaced: (listener) => replaced.watch(id, listener),
    };
  }

  /** The service was killed while this turn ran; what its CLI wrote since is the newest there is. */
  async function recoverOne({ accountId, lent }: LoanRow, home: string): Promise<void> {
    const row = store.byId(accountId);
    const path = row && pool.loginsOf(row.runtime)?.file(home);
    const current = stored(accountId);
    if (!row || path === undefined || current === null || digestOf(current) !== lent) return;
    const login = await readRefreshed(path, current);
    if (login !== null && keep(row, login))
      log.info(
        { account: accountId },
        "a sign-in was taken over that its CLI renewed before the service ended",
      );
  }

  return {
    keeperFor,
    async recover(homeOf: (sessionId: number) => string): Promise<void> {
      for (const loan of store.loans()) {
        await recoverOne(loan, homeOf(loan.sessionId)).catch((error: unknown) => {
          log.error({ err: error, account: loan.accountId }, "a lent sign-in could not be read");
        });
        store.endLoan(loan.sessionId);
      }
    },
  };
}
