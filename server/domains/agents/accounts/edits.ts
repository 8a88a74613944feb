import type { Actor } from "../../../http/caller.ts";
import { actorOf } from "./actor.ts";
import { accountRefusal } from "./errors.ts";
import type { InferenceAccount } from "./model.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import type { accountReadings } from "./readings.ts";
import { isApiKey } from "./rules.ts";
import { type AccountRow, emailKey, type NewAccount } from "./store.ts";
import { text } from "./text.ts";

interface NewAccountInput {
  runtime?: string | undefined;
  email?: string | null | undefined;
  priority?: number | undefined;
  api_key?: string | null | undefined;
}

const maxEmail = 200;

/** Adds accounts and changes what a person set of them. */
export function accountEdits(
  { database, clock, log }: Pick<AccountDeps, "database" | "clock" | "log">,
  pool: AccountPool,
  { probeSoon }: Pick<ReturnType<typeof accountReadings>, "probeSoon">,
) {
  const { store, credentials, changed, view, find, labelOf, ensureCurrent } = pool;

  function add(input: NewAccountInput, by: Actor): { account: InferenceAccount; message: string } {
    const runtime = input.runtime ?? pool.pooled[0] ?? "";
    const label = labelOf(runtime);
    if (!pool.pooled.includes(runtime)) throw accountRefusal("no_pool", { runtime: label });
    const email = checkedEmail(input.email);
    const key = keyOf(input.api_key);
    const id = database.transaction(() => {
      if (store.byEmail(runtime, email)) throw accountRefusal("email_taken", { email, runtime: label });
      const last = store.ofRuntime(runtime).reduce((most, { priority }) => Math.max(most, priority), -1);
      const row = store.insert({
        ...freshAccount(key === null ? "sign_in" : "api_key", clock.now()),
        runtime,
        email,
        emailKey: emailKey(email),
        priority: input.priority ?? last + 1,
      });
      if (key !== null) credentials.write(row.id, { kind: "api_key", key });
      ensureCurrent(runtime);
      return row.id;
    });
    log.info({ runtime, account: id, by: actorOf(by) }, "an inference account was added");
    changed();
    if (key !== null) probeSoon(id, "added");
    return { account: view(id), message: text.added(email, key !== null) };
  }

  function change(
    id: number,
    input: { priority?: number | undefined; api_key?: string | undefined },
  ): { account: InferenceAccount; message: string } {
    const account = database.transaction(() => {
      const row = find(id);
      const key = keyOf(input.api_key);
      if (key !== null && row.kind !== "api_key")
        throw accountRefusal("not_a_key_account", { email: row.email });
      if (key !== null) credentials.write(id, { kind: "api_key", key });
      store.update(id, {
        ...(key !== null && freshAccount("api_key", row.createdAt)),
        ...(input.priority !== undefined && { priority: input.priority }),
        updatedAt: clock.now(),
      });
      ensureCurrent(row.runtime);
      return row;
    });
    changed();
    if (input.api_key !== undefined) probeSoon(id, "added");
    return { account: view(id), message: text.changed(account.email) };
  }

  return { add, change };
}

/** An account that nothing is known of yet. */
export function freshAccount(
  kind: AccountRow["kind"],
  now: number,
): Omit<NewAccount, "runtime" | "email" | "emailKey" | "priority"> {
  return {
    kind,
    place: kind === "api_key" ? "stored" : "none",
    status: kind === "api_key" ? "active" : "needs_reauth",
    quotaSpentAt: null,
    quotaResetAt: null,
    verifiedAt: null,
    rejectedAt: null,
    rejectionReason: null,
    probedAt: null,
    probeError: null,
    refreshStrikes: 0,
    refreshStrikeAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

function checkedEmail(given: string | null | undefined): string {
  const email = given?.trim() ?? "";
  if (email === "") throw accountRefusal("email_blank");
  if (email.length > maxEmail) throw accountRefusal("email_too_long");
  return email;
}

function keyOf(given: string | null | undefined): string | null {
  const key = given?.trim() ?? "";
  if (key === "") return null;
  if (!isApiKey(key)) throw accountRefusal("key_malformed");
  return key;
}
