import type { Actor } from "../../../http/caller.ts";
import { instant } from "../../../lib/instant.ts";
import type { AccountCredential } from "../../../runtimes/account-probe.ts";
import { actorOf } from "./actor.ts";
import { type BoardLogins, boardLogins } from "./board-logins.ts";
import { accountEdits } from "./edits.ts";
import { accountRefusal } from "./errors.ts";
import { accountLending } from "./lending.ts";
import { machineAdoption } from "./machine-adoption.ts";
import type {
  AccountLogin,
  AccountReading,
  AccountRotation,
  InferenceAccount,
  InferencePool,
  ProviderKey,
} from "./model.ts";
import { type AccountDeps, type AccountPool, accountPool } from "./pool.ts";
import { providerKey } from "./provider-key.ts";
import { accountQuota } from "./quota.ts";
import { accountReadings } from "./readings.ts";
import { refusedModels } from "./refused-models.ts";
import { loginRenewal } from "./renewal.ts";
import { nextCapacityAt, nextReturnAt, pooledUse, serves, usesMachine } from "./rules.ts";
import { type RuntimeUse, runtimeUses } from "./runtime-use.ts";
import { text } from "./text.ts";
import { accountViews, loginView, poolView, readingView, rotationView, whyNot } from "./view.ts";

const shownRotations = 50;
const dayMs = 86_400_000;
const shortestToken = 24;
/** A credential that was proved so recently is not proved again. */
const provedMs = 60_000;

export type AccountService = ReturnType<typeof accountService>;

/** The accounts that agents run on: rows here, their keys and tokens in the secret store. */
export function accountService(deps: AccountDeps) {
  const { database, clock, log } = deps;
  const pool = accountPool(deps);
  const readings = accountReadings(deps, pool);
  const key = providerKey(deps, () => pool.reads.notify());
  const adoption = machineAdoption(deps, pool, readings);
  const renewal = loginRenewal(deps, pool);
  const logins = boardLogins(deps, pool, readings);
  const refused = refusedModels(deps, pool);
  const { store, credentials, changed, shown, view, find, ensureCurrent } = pool;

  async function activate(id: number, by: Actor): Promise<{ account: InferenceAccount; message: string }> {
    const { email, verifiedAt } = admitted(find(id));
    if (verifiedAt === null || clock.now() - verifiedAt >= provedMs) await readings.probe(id, "activation");
    database.transaction(() => {
      const account = admitted(find(id));
      const from = store.ofRuntime(account.runtime).find(({ isCurrent }) => isCurrent);
      store.makeCurrent(account.runtime, id);
      store.addRotation({
        runtime: account.runtime,
        at: clock.now(),
        fromId: from?.id ?? null,
        fromEmail: from?.email ?? null,
        toId: id,
        toEmail: account.email,
        reason: "manual",
        source: "manual",
        triggeredBy: actorOf(by),
      });
    });
    changed();
    return { account: view(id), message: text.activated(email) };
  }

  function remove(id: number, by: Actor): { message: string; current_account: InferenceAccount | null } {
    const row = database.transaction(() => {
      const account = find(id);
      store.remove(id);
      adoption.dismiss(account);
      refused.forget(id);
      if (account.isCurrent) ensureCurrent(account.runtime);
      return account;
    });
    credentials.remove(id);
    log.info({ runtime: row.runtime, account: id, by: actorOf(by) }, "an inference account was removed");
    changed();
    const current = accountViews(shown(row.runtime)).find(({ is_current }) => is_current) ?? null;
    return { message: text.removed(row.email), current_account: current };
  }

  return {
    ...edits(accountEdits(deps, pool, readings), pool, adoption),
    ...refreshes(pool, { readings, key, clock, adoption, renewal, logins }),
    ...loginAnswers(pool, logins),
    close: logins.close,
    lending: accountLending(deps, pool, { ...refused, limitEndOf: readings.limitEndOf }),
    /** The models that no account of a runtime which serves may use. */
    refusedModels: refused.of,
    /** Takes over the machine's own sign-ins as they are now. */
    adoptMachine: adoption.review,
    quota: accountQuota(deps, pool),
    /** Lets accounts serve again whose quota is back. */
    converge: (): void => pool.pooled.forEach(pool.converge),
    /** When the next spent account serves again, or is tried again, epoch ms; null if none is spent. */
    returnsAt(): number | null {
      const times = pool.pooled.flatMap(
        (runtime) => nextReturnAt(store.ofRuntime(runtime), clock.now()) ?? [],
      );
      return times.length === 0 ? null : Math.min(...times);
    },
    activate,
    remove,
    /** Called after any change of an account. */
    onChange: pool.changes.add,
    /** Called after any change of an account, and after each reading. */
    onRead: pool.reads.add,
    /** Called once for each credential that a provider refused. */
    onRefused: pool.refusals.add,

    /** What the Inference page says of one runtime. The link and code of a sign-in are for a person. */
    ofRuntime: (runtime: string, asPerson: boolean): RuntimeAccounts =>
      runtimeAccounts(pool, runtime, { key: key.view, live: asPerson ? logins.live : () => null }),

    /** The runtimes that have accounts, in short. */
    poolStates: () => poolStates(pool),

    /** How much of its quota each runtime has used, as far as it is known. */
    runtimeUses: (): RuntimeUse[] => runtimeUses(pool, key),

    /** Values that must appear nowhere. */
    secretValues: (): { name: string; value: string }[] => secretsOf(pool),
  };
}

/** E106, and the way back of a machine's own sign-in that the owner removed. */
function edits(
  { add, change }: ReturnType<typeof accountEdits>,
  { labelOf, store, view }: AccountPool,
  adoption: ReturnType<typeof machineAdoption>,
) {
  return {
    change,
    /** Naming whom this machine is signed in as takes that sign-in over. */
    add(...given: Parameters<typeof add>): ReturnType<typeof add> {
      const added = add(...given);
      if (!added.account.api_key_account) {
        adoption.welcome(added.account.runtime, added.account.email);
        void adoption.review();
      }
      return added;
    },
    async restoreSignIn({
      runtime,
      email,
    }: {
      runtime: string;
      email: string;
    }): Promise<{ account: InferenceAccount | null; message: string }> {
      labelOf(runtime);
      adoption.welcome(runtime, email);
      await adoption.review();
      const row = store.byEmail(runtime, email);
      return { account: row ? view(row.id) : null, message: text.restored(email, row !== undefined) };
    },
  };
}

function admitted<Row extends Parameters<typeof whyNot>[0]>(account: Row): Row {
  const why = whyNot(account);
  if (why !== null) throw accountRefusal("not_admitted", { sentence: text.notAdmitted(account.email, why) });
  return account;
}

/** E110 to E113, for a person. */
function loginAnswers(pool: AccountPool, logins: BoardLogins) {
  const shown = (id: number): AccountLogin => {
    const row = logins.find(id);
    return loginView(row.accountId, { row, live: logins.live(id) });
  };
  return {
    startLogin: (accountId: number): { login: AccountLogin } => ({
      login: shown(logins.start(accountId).id),
    }),
    login(id: number): { login: AccountLogin; account: InferenceAccount } {
      const login = shown(id);
      return { login, account: pool.view(login.account_id) };
    },
    enterLoginCode(id: number, code: string | null | undefined): { login: AccountLogin } {
      logins.enterCode(id, code);
      return { login: shown(id) };
    },
    cancelLogin(id: number): { login: AccountLogin } {
      logins.cancel(id);
      return { login: shown(id) };
    },
  };
}

/** What asks providers, by a person or by the clock, and what they have said. */
function refreshes(
  pool: AccountPool,
  of: {
    readings: ReturnType<typeof accountReadings>;
    key: ReturnType<typeof providerKey>;
    adoption: ReturnType<typeof machineAdoption>;
    renewal: ReturnType<typeof loginRenewal>;
    logins: BoardLogins;
    clock: AccountDeps["clock"];
  },
) {
  const { readings, key, clock, adoption, renewal, logins } = of;
  const { find, view, facts, store } = pool;

  async function refreshKey(): Promise<{ failed: number; message: string }> {
    const isRead = await key.read("refresh");
    if (isRead === null) return { failed: 0, message: text.keyRefreshed.none };
    return { failed: isRead ? 0 : 1, message: text.keyRefreshed[isRead ? "read" : "failed"] };
  }

  return {
    /** E107: a failure is told in the account and leaves its last reading. */
    async refresh(id: number): Promise<{ account: InferenceAccount; pool: InferencePool }> {
      const { runtime } = find(id);
      await readings.probe(id, "refresh");
      pool.converge(runtime);
      return { account: view(id), pool: poolView(facts(runtime)) };
    },

    async refreshAll(runtime: string): Promise<{ failed: number; message: string }> {
      pool.labelOf(runtime);
      if (!pool.pooled.includes(runtime)) return refreshKey();
      await adoption.review();
      const ids = store.ofRuntime(runtime).flatMap((row) => (row.place === "none" ? [] : [row.id]));
      await Promise.all(ids.map((id) => readings.probe(id, "refresh")));
      pool.converge(runtime);
      const failed = ids.filter((id) => (store.byId(id)?.probeError ?? null) !== null).length;
      return { failed, message: text.refreshed(ids.length, failed) };
    },

    readingsOf(id: number, days: number): { from: string; to: string; readings: AccountReading[] } {
      find(id);
      const now = clock.now();
      const from = now - days * dayMs;
      const rows = store.readings(id, from);
      return { from: instant(from), to: instant(now), readings: rows.map(readingView) };
    },

    /** The job. */
    async sample(): Promise<void> {
      await adoption.review();
      for (const runtime of pool.pooled) pool.converge(runtime);
      logins.prune();
      await renewal.renewDue();
      await readings.sample();
      await key.readIfDue();
    },
  };
}

/** What is left of a runtime's accounts. */
export interface PoolState {
  runtime: string;
  label: string;
  total: number;
  serving: number;
  /** Part of the five hours that all of them have used, 0 to 1; null if unknown. */
  used: number | null;
  /** When the next one serves again if none does, epoch ms; null if nobody knows, or one serves. */
  backAt: number | null;
}

function poolStates(pool: AccountPool): PoolState[] {
  return pool.pooled.flatMap((runtime) => {
    const { accounts, readings, now } = pool.facts(runtime);
    if (usesMachine(accounts)) return [];
    const serving = accounts.filter(serves).length;
    return [
      {
        runtime,
        label: pool.labelOf(runtime),
        total: accounts.length,
        serving,
        used: pooledUse([...readings.values()], now)?.fiveHour.utilization ?? null,
        backAt: serving > 0 ? null : nextCapacityAt(accounts, now),
      },
    ];
  });
}

interface RuntimeAccounts {
  accounts: InferenceAccount[];
  pool: InferencePool;
  rotation_log: AccountRotation[];
  openrouter_key: ProviderKey | null;
}

function runtimeAccounts(
  { converge, pooled, shown: shownPlainly, store }: AccountPool,
  runtime: string,
  { key, live }: { key(): ProviderKey; live: BoardLogins["live"] },
): RuntimeAccounts {
  converge(runtime);
  const plain = shownPlainly(runtime);
  const shown = [...plain.logins].map(([id, { row }]) => [id, { row, live: live(row.id) }] as const);
  const found = { ...plain, logins: new Map(shown) };
  return {
    accounts: accountViews(found),
    pool: poolView(found),
    rotation_log: store.rotations(runtime, shownRotations).map(rotationView),
    openrouter_key: pooled.includes(runtime) ? null : key(),
  };
}

/** Every text of a login file that is long enough to be a token. */
function secretsIn(credential: AccountCredential): string[] {
  if (credential.kind === "api_key") return [credential.key];
  const found: string[] = [];
  JSON.parse(credential.login, (_name, value: unknown) => {
    if (typeof value === "string" && value.length >= shortestToken) found.push(value);
    return value;
  });
  return found;
}

const secretsOf = ({ store, credentials }: AccountPool): { name: string; value: string }[] =>
  store.all().flatMap(({ id, place }) => {
    const stored = place === "stored" ? credentials.read(id) : null;
    return stored === null ? [] : secretsIn(stored).map((value) => ({ name: "ACCOUNT_KEY", value }));
  });
