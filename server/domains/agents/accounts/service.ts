import { createHash } from "node:crypto";
import type { Actor } from "../../../http/caller.ts";
import { actorOf } from "./actor.ts";
import { accountEdits } from "./edits.ts";
import { accountRefusal } from "./errors.ts";
import { accountLending } from "./lending.ts";
import type { AccountRotation, InferenceAccount, InferencePool, ProviderKey } from "./model.ts";
import { type AccountDeps, type AccountPool, accountPool, pooled } from "./pool.ts";
import { text } from "./text.ts";
import { accountViews, poolView, rotationView, whyNot } from "./view.ts";

const shownRotations = 50;

export type AccountService = ReturnType<typeof accountService>;

/** The accounts that agents run on: rows here, their keys and tokens in the secret store. */
export function accountService(deps: AccountDeps) {
  const { database, clock, log } = deps;
  const pool = accountPool(deps);
  const { store, credentials, changed, facts, view, find, ensureCurrent } = pool;

  function activate(id: number, by: Actor): { account: InferenceAccount; message: string } {
    const row = database.transaction(() => {
      const account = find(id);
      const why = whyNot(account);
      if (why !== null)
        throw accountRefusal("not_admitted", { sentence: text.notAdmitted(account.email, why) });
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
      return account;
    });
    changed();
    return { account: view(id), message: text.activated(row.email) };
  }

  function remove(id: number, by: Actor): { message: string; current_account: InferenceAccount | null } {
    const row = database.transaction(() => {
      const account = find(id);
      store.remove(id);
      if (account.isCurrent) ensureCurrent(account.runtime);
      return account;
    });
    credentials.remove(id);
    log.info({ runtime: row.runtime, account: id, by: actorOf(by) }, "an inference account was removed");
    changed();
    const current = accountViews(facts(row.runtime)).find(({ is_current }) => is_current) ?? null;
    return { message: text.removed(row.email), current_account: current };
  }

  return {
    ...accountEdits(deps, pool),
    lending: accountLending(deps, pool),
    activate,
    remove,
    /** Called after any change of an account. */
    onChange: (listener: () => void): void => void pool.listeners.add(listener),

    /** What the Inference page says of one runtime. */
    ofRuntime: (runtime: string): RuntimeAccounts => runtimeAccounts(pool, runtime, deps.environment),

    /** Values that must appear nowhere. */
    secretValues: (): { name: string; value: string }[] => secretsOf(pool),
  };
}

interface RuntimeAccounts {
  accounts: InferenceAccount[];
  pool: InferencePool;
  rotation_log: AccountRotation[];
  openrouter_key: ProviderKey | null;
}

function runtimeAccounts(
  { converge, facts, store }: AccountPool,
  runtime: string,
  environment: AccountDeps["environment"],
): RuntimeAccounts {
  converge(runtime);
  const found = facts(runtime);
  return {
    accounts: accountViews(found),
    pool: poolView(found),
    rotation_log: store.rotations(runtime, shownRotations).map(rotationView),
    openrouter_key: pooled.includes(runtime) ? null : providerKey(environment["OPENROUTER_API_KEY"]),
  };
}

const secretsOf = ({ store, credentials }: AccountPool): { name: string; value: string }[] =>
  store.all().flatMap(({ id, place }) => {
    const stored = place === "stored" ? credentials.read(id) : null;
    return stored === null ? [] : [{ name: "ACCOUNT_KEY", value: stored.key }];
  });

function providerKey(key: string | undefined): ProviderKey {
  const present = key !== undefined && key.trim() !== "";
  return {
    present,
    provider_badge: "OpenRouter",
    fingerprint: present ? createHash("sha256").update(key).digest("hex").slice(0, 12) : null,
    path: null,
    last_write: null,
    writable: false,
    deletable: false,
    write_reason: "The key comes from OPENROUTER_API_KEY in the environment of the service.",
    missing_permissions: [],
  };
}
