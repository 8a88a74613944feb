import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { listeners } from "../../../lib/listeners.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { AccountCredential } from "../../../runtimes/account-probe.ts";
import type { Logins } from "../../../runtimes/logins.ts";
import type { AgentRuntime } from "../../../runtimes/runtime.ts";
import type { AppSettings } from "../../owner/app-settings/index.ts";
import type { QuotaWindow, WindowCapacity } from "../../pricing/pacing/model.ts";
import { credentialStorage } from "./credentials.ts";
import { accountRefusal } from "./errors.ts";
import type { InferenceAccount } from "./model.ts";
import { isRestored, servingOrder } from "./rules.ts";
import { type AccountRow, accountStore } from "./store.ts";
import { text } from "./text.ts";
import { accountViews, type ShownLogin } from "./view.ts";

export interface AccountDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  secrets: Pick<SecretStore, "read" | "write" | "remove">;
  environment: Readonly<Record<string, string | undefined>>;
  runtimes: readonly Pick<
    AgentRuntime,
    "id" | "label" | "hasAccounts" | "probeAccount" | "providerKey" | "logins" | "loginCommand" | "locate"
  >[];
  settings: AppSettings;
  /** What a window of all accounts of a runtime holds together in dollars; null if unknown. */
  capacity(runtime: string, window: QuotaWindow): WindowCapacity | null;
  /** Removes secrets from what a provider said. */
  redact(text: string): string;
}

/** A provider refused an account's credential, in a session's turn or when it was asked. */
interface Refused {
  runtime: string;
  sessionId: number | null;
  message: string;
}

export type AccountPool = ReturnType<typeof accountPool>;

/** What everything about accounts shares: their rows, their credentials, and who listens. */
export function accountPool(
  deps: Pick<AccountDeps, "database" | "clock" | "secrets" | "capacity"> & {
    runtimes: readonly Pick<AgentRuntime, "id" | "label" | "hasAccounts" | "logins">[];
  },
) {
  const { database, clock } = deps;
  const store = accountStore(database);
  const credentials = credentialStorage(deps.secrets);
  const changes = listeners<void>();
  const reads = listeners<void>();
  const refusals = listeners<Refused>();
  /** After a change of an account or of who serves. */
  const changed = (): void => {
    changes.notify();
    reads.notify();
  };

  /** Once for each credential: the next refusal of the same one says nothing new. */
  function notifyRefused(row: AccountRow, sessionId: number | null): void {
    const { runtime } = row;
    refusals.notify({ runtime, sessionId, message: text.refused(row.email, labelOf(runtime)) });
  }

  /** The accounts of a runtime with their newest readings. */
  function facts(runtime: string) {
    const accounts = store.ofRuntime(runtime);
    const readings = store.latestReadings(accounts.map(({ id }) => id));
    const capacity = (window: QuotaWindow): WindowCapacity | null => deps.capacity(runtime, window);
    return { accounts, readings, capacity, now: clock.now() };
  }

  /** The same with the last attempt to sign in to each, as people see them. */
  const shown = (runtime: string) => withLogins(store, facts(runtime));

  function view(id: number): InferenceAccount {
    const row = find(id);
    const [found] = accountViews(shown(row.runtime)).filter((account) => account.id === id);
    return found ?? unknownAccount();
  }

  function find(id: number): AccountRow {
    return store.byId(id) ?? unknownAccount();
  }

  const loginsOf = (runtime: string): Logins | undefined =>
    deps.runtimes.find(({ id }) => id === runtime)?.logins;

  /** What the account proves itself with; null if it has nothing. */
  async function credentialOf({ id, place, runtime }: AccountRow): Promise<AccountCredential | null> {
    if (place === "stored") return credentials.read(id);
    const login = place === "machine" ? await loginsOf(runtime)?.ofMachine() : null;
    return login ? { kind: "sign_in", login } : null;
  }

  /** Runtimes that run on accounts; the others take a key of their provider. */
  const pooled: readonly string[] = deps.runtimes.flatMap(({ id, hasAccounts }) => (hasAccounts ? [id] : []));

  const labelOf = (runtime: string): string => labelIn(deps.runtimes, runtime);

  /** R160: quota that is back, by its reset or the newest reading, no longer counts as spent. */
  function converge(runtime: string): void {
    const { accounts, readings, now } = facts(runtime);
    const restored = accounts.filter((row) => isRestored(row, readings.get(row.id) ?? null, now));
    if (restored.length === 0) return;
    database.transaction(() => {
      for (const { id } of restored)
        store.update(id, { status: "active", quotaSpentAt: null, quotaResetAt: null, updatedAt: now });
      ensureCurrent(runtime);
    });
    changed();
  }

  /** A serving account is current as soon as none was. */
  function ensureCurrent(runtime: string): void {
    const accounts = store.ofRuntime(runtime);
    if (accounts.some(({ isCurrent }) => isCurrent)) return;
    const [first] = servingOrder(accounts);
    if (first) store.makeCurrent(runtime, first.id);
  }

  return {
    pooled,
    store,
    credentials,
    changes,
    reads,
    refusals,
    changed,
    notifyRefused,
    facts,
    shown,
    view,
    find,
    credentialOf,
    loginsOf,
    labelOf,
    converge,
    ensureCurrent,
  };
}

/** The last attempt to sign in to each, without what only a person may see. */
const loginsShown = (
  store: ReturnType<typeof accountStore>,
  accounts: readonly AccountRow[],
): Map<number, ShownLogin> =>
  new Map(
    accounts.flatMap(({ id, kind }) => {
      const row = kind === "sign_in" ? store.lastLogin(id) : undefined;
      return row ? [[id, { row, live: null }]] : [];
    }),
  );

const withLogins = <Facts extends { accounts: readonly AccountRow[] }>(
  store: ReturnType<typeof accountStore>,
  found: Facts,
) => ({ ...found, logins: loginsShown(store, found.accounts) });

function labelIn(runtimes: readonly Pick<AgentRuntime, "id" | "label">[], runtime: string): string {
  const known = runtimes.find(({ id }) => id === runtime);
  if (!known) throw accountRefusal("unknown_runtime", { runtime });
  return known.label;
}

function unknownAccount(): never {
  throw accountRefusal("unknown");
}
